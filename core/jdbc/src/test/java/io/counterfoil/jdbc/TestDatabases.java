package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.record.JdbcDirectory;
import io.counterfoil.jdbc.row.RecordRow;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.AutoCommit;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Databases for tests of claims: a pool on one that has the tables, and nothing in them. One pool at a time, so one class at a time. */
final class TestDatabases {

    /** Held by each class that uses them: classes run beside each other. */
    static final String LOCK = "databases of claims";

    /** How long a statement of a {@link JdbcDirectory} may take where a test is not about that. */
    static final int QUERY_SECONDS = 300;

    private static final Map<Engine, DataSource> DATABASES = new EnumMap<>(Engine.class);

    private TestDatabases() {}

    /** A pool of this many connections; the caller's to close. */
    static HikariDataSource pool(Engine engine, int connections) {
        return pool(engine, connections, config -> {});
    }

    /** The same, under more settings. */
    static HikariDataSource pool(Engine engine, int connections, Consumer<HikariConfig> settings) {
        DataSource database = emptied(engine);
        return pool(database, connections, settings);
    }

    /** One for all tests of this JVM, since a server takes long to stop after it has made many. */
    private static synchronized DataSource emptied(Engine engine) {
        DataSource database = DATABASES.computeIfAbsent(engine, Engine::freshDatabase);
        JdbcSchema.create(database);
        Sql.run(database, "DELETE FROM counterfoil_record");
        Sql.run(database, "DROP TABLE IF EXISTS effect");
        Sql.run(database, "DROP TABLE IF EXISTS beside");
        return database;
    }

    /** A pool on a database that is there, of one size: tests hold all its connections at once, and none should wait for it to grow. */
    static HikariDataSource pool(DataSource database, int connections, Consumer<HikariConfig> settings) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(database);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(connections);
        config.setConnectionTimeout(120_000);
        settings.accept(config);
        return new HikariDataSource(config);
    }

    /** Lets the store's time pass: it is the database's, so what is kept is made older instead. */
    static void letTimePass(DataSource database, Duration time) {
        long micros = time.toNanos() / 1000;
        try {
            AutoCommit.run(database, connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("UPDATE counterfoil_record SET expires_at = expires_at - " + micros
                            + " WHERE expires_at < " + RecordRow.NEVER);
                    return statement.execute("UPDATE counterfoil_record SET leased_until = leased_until - " + micros
                            + " WHERE leased_until > " + micros);
                }
            });
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
