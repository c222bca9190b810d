package io.counterfoil.benchmarks.engine;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import dev.dbos.transact.txstep.JdbcStepFactory;
import dev.dbos.transact.txstep.JdbcStepFactory.TransactionalFunction;
import dev.dbos.transact.workflow.Workflow;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Base64;
import java.util.List;
import javax.sql.DataSource;

/**
 * DBOS Transact: a workflow whose ID is the key, with one transactional step, called synchronously; its tables in the schema of the
 * pool.
 */
final class DbosPeer implements Contestant {

    static final String NAME = "DBOS Transact, `JdbcStepFactory`";

    private final DataSource pool;
    private final DBOS dbos;
    private final BookingWorkflow workflow;

    /** The workflow, as DBOS wants it. */
    public interface BookingWorkflow {

        /** Books, and returns the result in base 64: DBOS stores JSON. */
        String book(String key) throws SQLException;
    }

    /** What runs. */
    public static final class OneStep implements BookingWorkflow {

        private final JdbcStepFactory steps;

        OneStep(JdbcStepFactory steps) {
            this.steps = steps;
        }

        @Override
        @Workflow(name = "book")
        public String book(String key) throws SQLException {
            TransactionalFunction<String, SQLException> step =
                    connection -> Base64.getEncoder().encodeToString(Booking.book(connection, key));
            return steps.txStep(step, "book");
        }
    }

    DbosPeer(DataSource pool) {
        String schema = schema(pool);
        this.pool = pool;
        this.dbos = new DBOS(DBOSConfig.defaults("bench").withDataSource(pool).withDatabaseSchema(schema));
        this.workflow = dbos.registerProxy(BookingWorkflow.class, new OneStep(new JdbcStepFactory(dbos, pool, schema)));
    }

    private static String schema(DataSource pool) {
        try (Connection connection = pool.getConnection()) {
            return connection.getSchema();
        } catch (SQLException failure) {
            throw new IllegalStateException("the schema of a pool", failure);
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Kind kind() {
        return Kind.PEER;
    }

    @Override
    public String remark() {
        return "replays; an exception, also of a lost reply to `COMMIT`, is the recorded outcome; other contents and another client's key are replayed";
    }

    @Override
    public boolean storesResults() {
        return true;
    }

    @Override
    public List<String> tables() {
        return List.of();
    }

    @Override
    public DataSource pool() {
        return pool;
    }

    @Override
    public void start() {
        dbos.launch();
    }

    @Override
    public byte[] execute(String key) throws Exception {
        WorkflowOptions.Guard options = new WorkflowOptions(key).setContext();
        try {
            return Base64.getDecoder().decode(workflow.book(key));
        } finally {
            options.close();
        }
    }

    @Override
    public void close() {
        dbos.close();
    }
}
