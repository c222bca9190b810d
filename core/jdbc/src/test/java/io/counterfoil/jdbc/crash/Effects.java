package io.counterfoil.jdbc.crash;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * What the work does to the world: a row for each time that it did something, with nothing to keep a second one out, so that a
 * doubled effect shows. Beside it the object of each intention, which refuses a token that is not above its last.
 */
final class Effects {

    private static final String DONE = "done";
    private static final String PREPARED = "prepared";
    private static final String REFUSED = "refused";

    private final DataSource dataSource;

    /** Those in this database. */
    Effects(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    void createTables() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE effect (intention varchar(64) NOT NULL, kind varchar(16) NOT NULL,"
                    + " answer varchar(64) NOT NULL)");
            statement.execute("CREATE INDEX effect_of ON effect (intention)");
            statement.execute("CREATE TABLE object (intention varchar(64) PRIMARY KEY, token bigint NOT NULL,"
                    + " answer varchar(64))");
        }
    }

    /** The object that a fenced effect changes. */
    void createObject(String intention) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO object (intention, token) VALUES (?, 0)")) {
            insert.setString(1, intention);
            insert.executeUpdate();
        }
    }

    /** The effect itself. */
    static void perform(Connection connection, String intention, String answer) throws SQLException {
        add(connection, intention, DONE, answer);
    }

    /** What comes before the effect, and does not have to be done again. */
    static void prepare(Connection connection, String intention, String answer) throws SQLException {
        add(connection, intention, PREPARED, answer);
    }

    /** Changes the object, unless it has seen this token or a higher one. */
    static void performFenced(Connection connection, String intention, String answer, long token) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE object SET token = ?, answer = ? WHERE intention = ? AND token < ?")) {
            update.setLong(1, token);
            update.setString(2, answer);
            update.setString(3, intention);
            update.setLong(4, token);
            if (update.executeUpdate() == 0) {
                add(connection, intention, REFUSED, answer);
            }
        }
    }

    private static void add(Connection connection, String intention, String kind, String answer) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO effect (intention, kind, answer) VALUES (?, ?, ?)")) {
            insert.setString(1, intention);
            insert.setString(2, kind);
            insert.setString(3, answer);
            insert.executeUpdate();
        }
    }

    /** The answers of all effects of an intention. */
    List<String> of(String intention) throws SQLException {
        return answers("SELECT answer FROM effect WHERE kind = '" + DONE + "' AND intention = ?", intention);
    }

    /** How often it was prepared. */
    int preparations(String intention) throws SQLException {
        return answers("SELECT answer FROM effect WHERE kind = '" + PREPARED + "' AND intention = ?", intention)
                .size();
    }

    /** The answer of the effect that stands on the object; empty where there is none. */
    List<String> standing(String intention) throws SQLException {
        return answers("SELECT answer FROM object WHERE token > 0 AND intention = ?", intention);
    }

    /** The answers of the effects that the object refused. */
    List<String> refused(String intention) throws SQLException {
        return answers("SELECT answer FROM effect WHERE kind = '" + REFUSED + "' AND intention = ?", intention);
    }

    private List<String> answers(String sql, String intention) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, intention);
            List<String> answers = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    answers.add(row.getString(1));
                }
            }
            return answers;
        }
    }
}
