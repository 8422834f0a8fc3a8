package bench;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/**
 * A register of animals on Quarkus with a database file, whose health and metrics are on a port of their own. The
 * environment variable {@code EXTRA_WORK} is a regression: how many further owners each hundred requests look up.
 */
@Path("/api/pets")
public class Register {
    private static final int PETS = 10_000;
    private static final int EXTRA_WORK = Integer.parseInt(System.getenv().getOrDefault("EXTRA_WORK", "0"));

    @Inject
    DataSource database;

    /** What is sent about an animal. */
    public record Pet(long id, String name, String owner) {}

    void fill(@Observes StartupEvent started) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table pet (id bigint primary key, name varchar(40), owner varchar(40))");
            try (PreparedStatement insert = connection.prepareStatement("insert into pet values (?, ?, ?)")) {
                for (int i = 0; i < PETS; i++) {
                    insert.setLong(1, i);
                    insert.setString(2, "pet-" + i);
                    insert.setString(3, "owner-" + i % 500);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            statement.execute("create index on pet (owner)");
        }
    }

    @GET
    public List<Pet> search(@QueryParam("owner") String owner) throws SQLException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int extra = random.nextInt(100) + EXTRA_WORK; extra >= 100; extra -= 100) {
            ofOwner("owner-" + random.nextInt(500));
        }
        return ofOwner(owner);
    }

    private List<Pet> ofOwner(String owner) throws SQLException {
        List<Pet> pets = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement query =
                        connection.prepareStatement("select id, name, owner from pet where owner = ? order by name")) {
            query.setString(1, owner);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    pets.add(new Pet(row.getLong(1), row.getString(2), row.getString(3)));
                }
            }
        }
        return pets;
    }
}
