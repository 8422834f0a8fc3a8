import org.springframework.beans.BeanUtils;

/** Copies a bean of eight properties. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Customer source = new Customer();
        source.setName("Ada");
        source.setCity("London");
        Serve.work(() -> {
            Customer target = new Customer();
            BeanUtils.copyProperties(source, target);
            return target.getName().length() + target.getCity().length();
        });
    }

    public static final class Customer {
        private String name;
        private String city;
        private String street;
        private String country;
        private String phone;
        private String mail;
        private String bank;
        private String note;

        public String getName() { return name; }
        public void setName(String value) { name = value; }
        public String getCity() { return city; }
        public void setCity(String value) { city = value; }
        public String getStreet() { return street; }
        public void setStreet(String value) { street = value; }
        public String getCountry() { return country; }
        public void setCountry(String value) { country = value; }
        public String getPhone() { return phone; }
        public void setPhone(String value) { phone = value; }
        public String getMail() { return mail; }
        public void setMail(String value) { mail = value; }
        public String getBank() { return bank; }
        public void setBank(String value) { bank = value; }
        public String getNote() { return note; }
        public void setNote(String value) { note = value; }
    }
}
