import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** Looks rows up by two columns of a table with several indexes, in a database in memory. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Connection database = DriverManager.getConnection("jdbc:h2:mem:shop;OPTIMIZE_REUSE_RESULTS=0");
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE offers (id BIGINT PRIMARY KEY,"
                    + " shop INT, shelf INT, box INT, kind INT, cents INT)");
            statement.execute("CREATE INDEX offers_place ON offers (shop, shelf, box, kind)");
            statement.execute("CREATE INDEX offers_cents ON offers (shop, cents)");
            statement.execute("INSERT INTO offers"
                    + " SELECT X, 1, MOD(X, 20), MOD(X, 50), MOD(X, 7), X FROM SYSTEM_RANGE(1, 2000)");
        }
        PreparedStatement query = database.prepareStatement(
                "SELECT COUNT(*) FROM offers WHERE shop = 1 AND shelf = 2 AND box = 22 AND kind = 3");
        Serve.work(() -> {
            synchronized (query) {
                try (ResultSet rows = query.executeQuery()) {
                    rows.next();
                    return rows.getLong(1);
                }
            }
        });
    }
}
