package web;

import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import shop.Shop;

/** The shop on Spring Boot. */
@SpringBootApplication
@RestController
public class Main {
    private final Shop shop;

    Main(Shop shop) {
        this.shop = shop;
    }

    public static void main(String[] args) {
        SpringApplication.run(Main.class, args);
    }

    @GetMapping("/items")
    String items(@RequestParam int page) {
        return shop.items(page);
    }

    @GetMapping("/price/{id}")
    String price(@PathVariable int id) {
        return shop.price(id);
    }

    @PostMapping("/codes")
    String codes(@RequestBody String text) {
        return shop.codes(text);
    }

    @SpringBootApplication
    static class Beans {
        @Bean
        Shop shop(DataSource database) {
            return new Shop(database);
        }
    }
}
