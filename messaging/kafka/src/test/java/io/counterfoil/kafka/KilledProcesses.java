package io.counterfoil.kafka;

import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.testkit.broker.PrivateKafka;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.process.ChildJvm;
import io.counterfoil.testkit.process.OutputLines;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A database, and the processes on it and the broker that are killed one after the other. */
abstract class KilledProcesses {

    final PrivateKafka kafka = SharedKafka.server();
    private final Database database = TestPostgres.freshDatabase().reusing("test");
    private final List<ChildJvm> started = new ArrayList<>();

    @AfterEach
    void endAll() {
        started.forEach(ChildJvm::close);
    }

    void createTables(String effects) throws Exception {
        JdbcSchema.create(database.dataSource());
        JdbcOutbox.SCHEMA.create(database.dataSource());
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(effects);
        }
    }

    /** Starts one with the database's URL and user, the broker, the step, and at the how-many-th of it to stay. */
    OutputLines start(Class<?> main, Enum<?> step, int count) throws IOException {
        OutputLines output = new OutputLines();
        List<String> arguments = List.of(
                database.jdbcUrl(), database.user(), kafka.bootstrapServers(), step.name(), Integer.toString(count));
        started.add(ChildJvm.start(main, arguments, output));
        return output;
    }

    /** Kills the last one that was started. */
    void killLast() throws InterruptedException {
        started.get(started.size() - 1).kill();
    }

    int count(String sql) throws Exception {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }
}
