package bench;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/**
 * A clinic's register in the usual manner of Spring Boot: JPA on H2 or PostgreSQL, JSON and a page. The environment variable
 * {@code EXTRA_WORK} is a regression: how many further owners each hundred requests look up besides their own.
 */
@EnableJpaRepositories(considerNestedRepositories = true)
@SpringBootApplication
public class Clinic {
    private static final int PETS = Integer.getInteger("pets", 10_000);

    public static void main(String[] arguments) {
        SpringApplication.run(Clinic.class, arguments);
    }

    /** An animal with its visits. */
    @Entity(name = "Pet")
    @Table(name = "pet", indexes = @Index(columnList = "owner"))
    public static class Pet {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        private Long id;

        private String name;
        private String owner;

        @OneToMany(mappedBy = "pet", cascade = CascadeType.ALL)
        @OrderBy("day")
        private List<Visit> visits = new ArrayList<>();

        protected Pet() {}

        Pet(String name, String owner) {
            this.name = name;
            this.owner = owner;
        }

        public Long getId() {
            return id;
        }

        public String getName() {
            return name;
        }

        public String getOwner() {
            return owner;
        }
    }

    /** One visit of an animal. */
    @Entity(name = "Visit")
    @Table(name = "visit")
    public static class Visit {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        private Long id;

        @ManyToOne
        private Pet pet;

        private LocalDate day;

        protected Visit() {}

        Visit(Pet pet, LocalDate day) {
            this.pet = pet;
            this.day = day;
        }
    }

    /** Animals in the database. */
    public interface Pets extends JpaRepository<Pet, Long> {
        @Query("select p from Pet p where p.owner = ?1 order by p.name")
        List<Pet> ofOwner(String owner);
    }

    /** What is sent about an animal. */
    public record PetView(long id, String name, String owner) {}

    @Controller
    public static class Requests {
        private static final int EXTRA_WORK = Integer.parseInt(System.getenv().getOrDefault("EXTRA_WORK", "0"));

        private final Pets pets;

        Requests(Pets pets) {
            this.pets = pets;
            if (pets.count() == 0) {
                pets.saveAll(IntStream.range(0, PETS)
                        .mapToObj(i -> new Pet("pet-" + i, "owner-" + i % 500))
                        .toList());
            }
        }

        @GetMapping("/api/pets")
        @ResponseBody
        @Transactional(readOnly = true)
        public List<PetView> search(@RequestParam String owner) {
            return views(owner);
        }

        @GetMapping("/pets")
        @Transactional(readOnly = true)
        public String page(@RequestParam String owner, Model model) {
            model.addAttribute("owner", owner);
            model.addAttribute("pets", views(owner));
            return "pets";
        }

        @PostMapping("/api/pets/{id}/visits")
        @ResponseBody
        @Transactional
        public long visit(@PathVariable long id) {
            Pet pet = pets.findById(id).orElseThrow();
            pet.visits.add(new Visit(pet, LocalDate.EPOCH.plusDays(id)));
            return pet.id;
        }

        private List<PetView> views(String owner) {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            for (int extra = random.nextInt(100) + EXTRA_WORK; extra >= 100; extra -= 100) {
                pets.ofOwner("owner-" + random.nextInt(500));
            }
            return pets.ofOwner(owner).stream()
                    .map(pet -> new PetView(pet.id, pet.name, pet.owner))
                    .toList();
        }
    }
}
