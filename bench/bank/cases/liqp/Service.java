import liqp.Template;

/** Parses a template with many conditions. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        StringBuilder template = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            template.append("{% if sku == 'bolt-").append(i).append("' %}{% assign price = ").append(i)
                    .append(" %}{% else %}{{ name | upcase }}{% endif %}\n");
        }
        String text = template.toString();
        Serve.work(() -> Template.parse(text).toString().length());
    }
}
