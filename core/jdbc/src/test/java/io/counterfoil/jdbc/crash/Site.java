package io.counterfoil.jdbc.crash;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Two databases of one server: that of the records, and another, which no transaction of the store reaches.
 *
 * @param product whose server it is
 * @param store where the records are, and the effects of {@link Setting#TRANSACTIONAL}
 * @param elsewhere where all other effects are
 */
record Site(Product product, Database store, Database elsewhere) {

    /** Empty databases, with all tables. */
    static Site fresh(Product product) throws SQLException {
        return with(product.freshDatabase(), product.freshDatabase());
    }

    /** These databases, which are empty, with all tables. */
    static Site with(Database store, Database elsewhere) throws SQLException {
        JdbcSchema.create(store.dataSource());
        Site site = new Site(Product.of(store.jdbcUrl()), store, elsewhere);
        site.effects(Setting.TRANSACTIONAL).createTables();
        site.effects(Setting.RERUN).createTables();
        return site;
    }

    /** As the arguments of a process. */
    List<String> arguments() {
        return List.of(store.jdbcUrl(), elsewhere.jdbcUrl(), store.user(), store.password());
    }

    /** From such arguments, for a process of this name. */
    static Site of(List<String> arguments, String process) throws SQLException {
        String user = arguments.get(2);
        String password = arguments.get(3);
        return new Site(
                Product.of(arguments.get(0)),
                database(arguments.get(0), user, password, process),
                database(arguments.get(1), user, password, process));
    }

    private static Database database(String url, String user, String password, String process) throws SQLException {
        DataSource dataSource = Product.of(url).dataSource(url, user, password, process);
        return new Database(url.substring(url.lastIndexOf('/') + 1), url, user, password, dataSource);
    }

    /** A pool of connections to the store, which a caller waits for as long as the limit says. */
    HikariDataSource pool(int size, Duration limit) {
        HikariConfig config = new HikariConfig();
        // Not its data source, which everybody shares: a pool gives that a limit for logging in.
        config.setJdbcUrl(store.jdbcUrl());
        config.setUsername(store.user());
        config.setPassword(store.password());
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(limit.toMillis());
        // The limit is for those who ask while the server is gone: the first connection may take longer.
        config.setInitializationFailTimeout(TestThreads.LIMIT.toMillis());
        return new HikariDataSource(config);
    }

    /** Where work of this setting has its effects. */
    Effects effects(Setting setting) {
        return new Effects((setting == Setting.TRANSACTIONAL ? store : elsewhere).dataSource());
    }

    /** How many records there are under this request ID. */
    int records(String intention) throws SQLException {
        try (Connection connection = store.dataSource().getConnection();
                PreparedStatement count = connection.prepareStatement(
                        "SELECT count(*) FROM counterfoil_record WHERE request_id = ? AND leased_until IS NULL")) {
            count.setString(1, intention);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** Makes the lease on this request run out now; returns how many there were. */
    int endLeases(String intention) throws SQLException {
        try (Connection connection = store.dataSource().getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE counterfoil_record SET leased_until = 1 WHERE request_id = ? AND leased_until > 1")) {
            update.setString(1, intention);
            return update.executeUpdate();
        }
    }

    /** Terminates all connections to the store, as an operator would, and returns when they are gone. */
    void terminateConnections() throws SQLException {
        try (Connection connection = store.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            List<Long> others = others(statement);
            for (long other : others) {
                terminate(statement, other);
            }
            awaitEnd(statement, product.othersConnections(store.name()), others);
        }
    }

    /**
     * Waits until the connections of a killed process to both databases have ended. What it had sent when it was killed, the server executes
     * all the same, and an effect that no fence keeps out would come after somebody has looked for it.
     */
    void awaitEndOfConnections(String process) throws SQLException {
        for (Database database : List.of(store, elsewhere)) {
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                String query = product.connectionsOf(process, database.name());
                awaitEnd(statement, query, ids(statement, query));
            }
        }
    }

    private static void awaitEnd(Statement statement, String query, List<Long> ending) {
        await("end of connections")
                .atMost(TestThreads.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> ids(statement, query).stream().noneMatch(ending::contains));
    }

    private List<Long> others(Statement statement) throws SQLException {
        return ids(statement, product.othersConnections(store.name()));
    }

    private static List<Long> ids(Statement statement, String query) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                ids.add(row.getLong(1));
            }
        }
        return ids;
    }

    private void terminate(Statement statement, long other) throws SQLException {
        try {
            statement.execute(product.termination(other));
        } catch (SQLException failure) {
            if (others(statement).contains(other)) {
                throw failure;
            }
        }
    }
}
