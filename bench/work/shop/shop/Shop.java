package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Items, their stock and prices: what each of the services answers with, whatever serves it. */
public final class Shop {
    private static final int ITEMS = 200;
    private static final int PAGE = 20;

    private final DataSource database;
    private final Prices prices = new Prices();

    public Shop(DataSource database) {
        this.database = database;
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS item (id INT PRIMARY KEY, name VARCHAR(40), stock INT)");
            statement.execute("DELETE FROM item");
            for (int i = 0; i < ITEMS; i++) {
                statement.execute("INSERT INTO item VALUES (" + i + ", 'item-" + i + "', " + i * 7 % 50 + ")");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A page of items with their prices, a line each. */
    public String items(int page) {
        String sql = Planted.STATEMENTS
                ? "SELECT id, name FROM item WHERE id >= ? ORDER BY id LIMIT ?"
                : "SELECT id, name, stock FROM item WHERE id >= ? ORDER BY id LIMIT ?";
        List<Item> items = new ArrayList<>();
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, page * PAGE % (ITEMS - PAGE));
            statement.setInt(2, PAGE);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    int id = rows.getInt(1);
                    int stock = Planted.STATEMENTS ? stock(connection, id) : rows.getInt(3);
                    items.add(new Item(id, rows.getString(2), stock));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        StringBuilder text = new StringBuilder();
        for (Item item : Planted.COPY ? new ArrayList<>(items) : items) {
            text.append(item.name()).append(' ').append(item.stock()).append(' ').append(prices.listed(item.id()))
                    .append('\n');
        }
        return text.toString();
    }

    private int stock(Connection connection, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT stock FROM item WHERE id = ?")) {
            statement.setInt(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    /** The price of some of an item. */
    public String price(int id) {
        return Long.toString(prices.total(id));
    }

    /** The words of a text that are codes of items, and how often each occurs. */
    public String codes(String text) {
        return new Words(text).codes().toString();
    }

    /** No request calls this method, so a change to it is never reached. */
    public String inventory() {
        return Planted.UNREACHED ? "none" : "nothing";
    }

    record Item(int id, String name, int stock) {}
}
