package web;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Consumes;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Produces;
import io.micronaut.runtime.Micronaut;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import org.h2.jdbcx.JdbcConnectionPool;
import shop.Shop;

/** The shop on Micronaut. */
@Controller
@ExecuteOn(TaskExecutors.IO)
@Produces(MediaType.TEXT_PLAIN)
public class Main {
    private final Shop shop = new Shop(JdbcConnectionPool.create("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1", "sa", ""));

    public static void main(String[] args) {
        Micronaut.run(Main.class, args);
    }

    @Get("/health")
    String health() {
        return "up";
    }

    @Get("/items")
    String items(int page) {
        return shop.items(page);
    }

    @Get("/price/{id}")
    String price(int id) {
        return shop.price(id);
    }

    @Post("/codes")
    @Consumes(MediaType.TEXT_PLAIN)
    String codes(@Body String text) {
        return shop.codes(text);
    }
}
