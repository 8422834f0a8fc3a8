package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * One query for the orders, and one more for the customer of each. Each of them is fast, so no slow-query log shows them;
 * their number is what costs, and it grows with the data. The profile shows the loop that queries; the number of queries
 * per request, which the service counts, shows why. The fix is a join.
 *
 * <p>The database is H2, embedded: the querying thread pays for each query, below the loop. That is a few microseconds
 * here, so there are many orders; with a remote database each query also costs a round trip, and a hundred would do.
 * There is one connection for all, because this shows the cost of queries, not of waiting for a connection.
 */
final class NPlusOne extends Scenario {
    private static final int ORDERS = 4000;

    private final boolean fixed;
    private final Connection connection;
    private final LongAdder queries = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final Counter counted;

    NPlusOne(boolean fixed, PrometheusRegistry metrics) {
        super("n-plus-one");
        this.fixed = fixed;
        counted = Counter.builder().name("db_queries").help("Queries sent").register(metrics);
        GaugeWithCallback.builder()
                .name("db_queries_per_request")
                .help("Queries sent per request, since the start")
                .callback(gauge -> gauge.call(queries.sum() / (double) Math.max(1, requests.sum())))
                .register(metrics);
        try {
            // Without its cache H2 parses and plans every query, as it would for clients without prepared statements.
            connection = DriverManager.getConnection("jdbc:h2:mem:;QUERY_CACHE_SIZE=0");
            fill();
        } catch (SQLException e) {
            throw new IllegalStateException("the database in memory could not be filled", e);
        }
    }

    private void fill() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table customer (id int primary key, name varchar(40))");
            statement.execute("create table purchase (id int primary key, customer int)");
            for (int i = 0; i < ORDERS; i++) {
                statement.execute("insert into customer values (" + i + ", 'customer " + i + "')");
                statement.execute("insert into purchase values (" + i + ", " + (ORDERS - 1 - i) + ")");
            }
        }
    }

    @Override
    public synchronized Answer answer(Request request) throws SQLException {
        requests.increment();
        return Answer.json(200, Map.of("names", fixed ? namesByJoin() : namesOneByOne()));
    }

    /** The problem: one query, and another for each row of its result. */
    private String namesOneByOne() throws SQLException {
        StringBuilder names = new StringBuilder();
        try (PreparedStatement orders = query("select customer from purchase order by id");
                ResultSet rows = orders.executeQuery()) {
            while (rows.next()) {
                names.append(customerName(rows.getInt(1))).append(';');
            }
        }
        return names.toString();
    }

    private String customerName(int id) throws SQLException {
        try (PreparedStatement customer = query("select name from customer where id = ?")) {
            customer.setInt(1, id);
            try (ResultSet row = customer.executeQuery()) {
                row.next();
                return row.getString(1);
            }
        }
    }

    /** The fix: one query. */
    private String namesByJoin() throws SQLException {
        StringBuilder names = new StringBuilder();
        try (PreparedStatement joined =
                        query("select c.name from purchase p join customer c on c.id = p.customer order by p.id");
                ResultSet rows = joined.executeQuery()) {
            while (rows.next()) {
                names.append(rows.getString(1)).append(';');
            }
        }
        return names.toString();
    }

    private PreparedStatement query(String sql) throws SQLException {
        queries.increment();
        counted.inc();
        return connection.prepareStatement(sql);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("the database in memory could not be closed", e);
        }
    }
}
