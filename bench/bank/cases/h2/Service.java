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
            statement.execute("CREATE TABLE copies (id BIGINT PRIMARY KEY, task UUID NOT NULL, code VARCHAR(64) NOT NULL,"
                    + " customer VARCHAR(36) NOT NULL, main BOOLEAN, shown BOOLEAN NOT NULL, score INT)");
            statement.execute("CREATE INDEX copies_main ON copies (task, main, shown)");
            statement.execute("CREATE INDEX copies_code ON copies (task, code, main)");
            statement.execute("CREATE INDEX copies_score ON copies (task, shown, score)");
            statement.execute("INSERT INTO copies SELECT X, CAST('00000000-0000-0000-0000-00000000000' || MOD(X, 2) AS UUID),"
                    + " 'code-' || X, 'customer-' || X, MOD(X, 9) = 0, MOD(X, 7) = 0, MOD(X, 5) FROM SYSTEM_RANGE(1, 4000)");
            statement.execute("ANALYZE");
        }
        PreparedStatement query = database.prepareStatement(
                "SELECT COUNT(*) FROM copies WHERE task = '00000000-0000-0000-0000-000000000001' AND code = 'code-2001'");
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
