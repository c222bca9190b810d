package io.counterfoil.benchmarks.failover;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import dev.dbos.transact.txstep.JdbcStepFactory;
import dev.dbos.transact.txstep.JdbcStepFactory.TransactionalFunction;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowState;
import io.counterfoil.testkit.failover.Ending;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/** DBOS Transact: a workflow whose ID is the intention, with one step, called synchronously. */
final class DbosService implements PeerService {

    /** A caller waits so long for a workflow before it calls again. */
    private static final long LIMIT_SECONDS = 60;

    private final DBOS dbos;
    private final Transfers transfers;
    private final ExecutorService callers = Executors.newCachedThreadPool();

    /** The workflow, as DBOS wants it. */
    public interface Transfers {

        /** Inserts the effect, and returns a name that no other execution has. */
        String transfer(String intention) throws SQLException;
    }

    /** @param transactional whether the step's record is in the transaction of the effect */
    DbosService(DataSource pool, boolean transactional) {
        dbos = new DBOS(DBOSConfig.defaults("transfers")
                .withDataSource(pool)
                .withExecutorId(UUID.randomUUID().toString()));
        transfers = dbos.registerProxy(
                Transfers.class,
                transactional ? new TransactionalStep(new JdbcStepFactory(dbos, pool)) : new Step(dbos, pool));
        dbos.launch();
    }

    /** A step as in the quick start, with a transaction of its own. */
    public static final class Step implements Transfers {

        private final DBOS dbos;
        private final DataSource pool;

        Step(DBOS dbos, DataSource pool) {
            this.dbos = dbos;
            this.pool = pool;
        }

        @Override
        @Workflow(name = "transfer")
        public String transfer(String intention) throws SQLException {
            return dbos.<String, SQLException>runStep(
                    () -> {
                        try (Connection connection = pool.getConnection()) {
                            return execute(connection, intention);
                        }
                    },
                    "transfer");
        }
    }

    /** A step of the factory for transactional steps. */
    public static final class TransactionalStep implements Transfers {

        private final JdbcStepFactory steps;

        TransactionalStep(JdbcStepFactory steps) {
            this.steps = steps;
        }

        @Override
        @Workflow(name = "transfer")
        public String transfer(String intention) throws SQLException {
            TransactionalFunction<String, SQLException> step = connection -> execute(connection, intention);
            return steps.txStep(step, "transfer");
        }
    }

    private static String execute(Connection connection, String intention) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(EFFECT)) {
            insert.setString(1, intention);
            insert.executeUpdate();
        }
        return "execution " + UUID.randomUUID();
    }

    @Override
    public Ending attempt(String intention) throws Exception {
        Future<Ending> call = callers.submit(() -> call(intention));
        try {
            return call.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw failed;
        } catch (TimeoutException hanging) {
            call.cancel(true);
            throw hanging;
        }
    }

    /** A failure that is recorded as the outcome of the workflow comes again at each call, whether the effect was committed or not. */
    private Ending call(String intention) throws Exception {
        WorkflowOptions.Guard options = new WorkflowOptions(intention).setContext();
        try {
            return new Ending.Acknowledged(transfers.transfer(intention));
        } catch (Exception failure) {
            if (hasFailed(intention)) {
                return new Ending.OutcomeUnknown();
            }
            throw failure;
        } finally {
            options.close();
        }
    }

    private boolean hasFailed(String intention) {
        return dbos.getWorkflowStatus(intention)
                .filter(workflow -> workflow.status() == WorkflowState.ERROR)
                .isPresent();
    }

    @Override
    public void close() {
        callers.shutdownNow();
        dbos.close();
    }
}
