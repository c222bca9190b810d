package io.counterfoil.failover;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.failover.ReplicatedService;
import io.counterfoil.testkit.failover.ReplicatedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** A replicated database behind JDBC: two services, each with a pool, and a table of effects without a unique key. */
abstract class JdbcCluster implements ReplicatedStore {

    private static final int CONNECTIONS = 12;
    private static final long CONNECT_MILLIS = 2000;
    private static final long VALIDATE_MILLIS = 1000;

    private final List<PooledService> services = new ArrayList<>();

    private volatile boolean closed;

    JdbcCluster() {
        // The nodes are no children of this JVM, or survive it.
        Runtime.getRuntime().addShutdownHook(new Thread(this::closeAtEnd, "cluster-stop"));
    }

    private void closeAtEnd() {
        if (!closed) {
            try {
                close();
            } catch (IOException left) {
                throw new UncheckedIOException("nodes of a cluster were left behind", left);
            }
        }
    }

    /** The URL of a service, with user and password. */
    abstract String url(int service);

    /** Creates the tables as a service, whose statements may take seconds only. */
    final void createTables() throws IOException, InterruptedException {
        Programs.await("the tables", () -> {
            createTables(service(0).pool);
            return true;
        });
    }

    /** Creates the tables over another connection. */
    final void createTables(DataSource dataSource) throws SQLException {
        JdbcSchema.create(dataSource);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS effect");
            for (String definition : effectTable()) {
                statement.execute(definition);
            }
        }
    }

    /** Starts a cluster; one that does not start is closed. */
    static <C extends JdbcCluster> C started(C cluster) throws IOException, InterruptedException, SQLException {
        try {
            cluster.startAll();
            return cluster;
        } catch (IOException | InterruptedException | SQLException | RuntimeException refused) {
            cluster.close();
            throw refused;
        }
    }

    /** Starts the nodes, and creates the tables. */
    abstract void startAll() throws IOException, InterruptedException, SQLException;

    /** The statements that create the table of effects, which takes several of one intention. */
    List<String> effectTable() {
        return effectTable("bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
    }

    /** The same with this definition of a column that numbers rows. */
    static List<String> effectTable(String id) {
        return List.of(
                "CREATE TABLE effect (id " + id + ", intention varchar(100) NOT NULL)",
                "CREATE INDEX effect_intention ON effect (intention)");
    }

    /** A statement that makes the next read of its session see all confirmed writes. */
    String beforeCounting() {
        return "SELECT 1";
    }

    @Override
    public final synchronized PooledService service(int number) {
        while (services.size() <= number) {
            services.add(new PooledService(pool(url(services.size()))));
        }
        return services.get(number);
    }

    /** The pool of a service, for what is no engine. */
    public final DataSource pool(int service) {
        return service(service).pool;
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(2);
        config.setConnectionTimeout(CONNECT_MILLIS);
        config.setValidationTimeout(VALIDATE_MILLIS);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    @Override
    public final Map<String, Integer> effects() throws IOException, InterruptedException {
        Map<String, Integer> effects = new HashMap<>();
        Programs.await("the effects to be readable", () -> {
            effects.clear();
            try (Connection connection = DriverManager.getConnection(url(0));
                    Statement statement = connection.createStatement()) {
                statement.execute(beforeCounting());
                try (ResultSet rows =
                        statement.executeQuery("SELECT intention, count(*) FROM effect GROUP BY intention")) {
                    while (rows.next()) {
                        effects.put(rows.getString(1), rows.getInt(2));
                    }
                }
                return true;
            }
        });
        return effects;
    }

    /** Closes the pools; a subclass ends the nodes. */
    @Override
    public void close() throws IOException {
        closed = true;
        services.forEach(service -> service.pool.close());
    }

    static final class PooledService implements ReplicatedService {

        private final HikariDataSource pool;
        private final JdbcClaimStore store;
        private final Idempotency transactional;

        PooledService(HikariDataSource pool) {
            this.pool = pool;
            this.store = JdbcClaimStore.on(pool);
            this.transactional = Idempotency.on(store);
        }

        @Override
        public Idempotency transactional() {
            return transactional;
        }

        @Override
        public Idempotency lease(LeasePolicy policy) {
            return Idempotency.on(new JdbcLeaseStore(pool), policy);
        }

        @Override
        public void effect(String intention) throws SQLException {
            try (PreparedStatement insert =
                    store.connection().prepareStatement("INSERT INTO effect (intention) VALUES (?)")) {
                insert.setString(1, intention);
                insert.executeUpdate();
            }
        }
    }
}
