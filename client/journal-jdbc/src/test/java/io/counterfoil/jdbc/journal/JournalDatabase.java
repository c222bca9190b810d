package io.counterfoil.jdbc.journal;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** The databases that journals are proved on. */
enum JournalDatabase {
    POSTGRESQL {
        @Override
        DataSource fresh() {
            return TestPostgres.freshDatabase().reusing("journal").dataSource();
        }
    },
    CITUS {
        @Override
        DataSource fresh() {
            return TestCitus.freshDatabase().get(0).reusing("test").dataSource();
        }

        /** Each connection leads to the next node of a cluster. */
        @Override
        DataSource withTable() {
            List<Database> nodes = TestCitus.freshDatabase();
            JdbcJournal.SCHEMA.create(nodes.get(0).dataSource());
            return TestCitus.anyOf(nodes);
        }
    },
    MARIADB {
        @Override
        DataSource fresh() {
            return TestMariaDb.freshDatabase().dataSource();
        }
    },
    H2 {
        @Override
        DataSource fresh() {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            return source;
        }
    };

    /** Held by each class that uses the emptied ones: classes run beside each other. */
    static final String LOCK = "databases of journals";

    private static final Map<JournalDatabase, DataSource> EMPTIED = new EnumMap<>(JournalDatabase.class);

    /** A database of its own, with nothing in it. */
    abstract DataSource fresh();

    DataSource withTable() {
        DataSource database = fresh();
        JdbcJournal.SCHEMA.create(database);
        return database;
    }

    /** One for all tests of this JVM, with the table, and nothing in it. */
    DataSource emptied() {
        synchronized (EMPTIED) {
            DataSource database = EMPTIED.computeIfAbsent(this, JournalDatabase::withTable);
            run(database, "DELETE FROM counterfoil_client_journal");
            return database;
        }
    }

    /** Ends every hold, as time would. */
    static void endHolds(DataSource database) {
        run(database, "UPDATE counterfoil_client_journal SET held_until = 1 WHERE held_until > 0");
    }

    static void run(DataSource database, String sql) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failure) {
            throw new IllegalStateException(sql, failure);
        }
    }

    static long number(DataSource database, String query) {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException failure) {
            throw new IllegalStateException(query, failure);
        }
    }
}
