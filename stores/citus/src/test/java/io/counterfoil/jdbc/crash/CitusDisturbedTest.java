package io.counterfoil.jdbc.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Resolution;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.FirstClaim;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.Pause;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.jdbc.JdbcClaimStore;
import io.counterfoil.jdbc.JdbcLeaseStore;
import io.counterfoil.jdbc.schema.JdbcSchema;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.RestartableCitus;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.soak.SoakOnly;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A cluster of Citus whose nodes are killed while three services, each on another node, execute the same requests at the same time; and whose
 * shards are moved, and to which a node is added, while the services are on the coordinator. A write by way of a worker can be lost by Citus
 * itself while its shard moves, and is no part of what is promised.
 */
@Tag("BM-1")
@Tag("BM-2")
@Timeout(900)
@SoakOnly("kills")
class CitusDisturbedTest {

    private static final int KILLS = Depth.of("kills", 1);
    private static final int MOVES = Depth.of("moves", 1);
    private static final int SERVICES = 3;
    private static final int CLIENTS_OF_EACH = 3;

    /** So many are answered between two disturbances, so that each hits requests that are in progress. */
    private static final int BETWEEN = 60;

    private final Random random = new Random(Depth.seed(CitusDisturbedTest.class));

    @Test
    void nodesKilledAndShardsMoved_transactionsLoseAndDoubleNothing() throws Exception {
        try (RestartableCitus cluster = RestartableCitus.start(2)) {
            Transactional effects = new Transactional(cluster.nodes().get(0));
            disturb(cluster, effects);
        }
    }

    @Test
    void nodesKilledAndShardsMoved_leasesLoseAndDoubleNothing() throws Exception {
        try (RestartableCitus cluster = RestartableCitus.start(2)) {
            Leased effects = new Leased(cluster.nodes().get(0));
            disturb(cluster, effects);
        }
    }

    private void disturb(RestartableCitus cluster, Effects effects) throws Exception {
        Map<String, Set<String>> answers = new ConcurrentHashMap<>();
        List<Database> nodes = cluster.nodes();
        Load onAnyNode = new Load("killed", nodes, effects, answers);
        try {
            for (int kill = 0; kill < KILLS; kill++) {
                onAnyNode.awaitMore(BETWEEN);
                cluster.killAndRestart(random.nextInt(nodes.size()));
            }
            onAnyNode.awaitMore(BETWEEN);
        } finally {
            onAnyNode.finish();
        }
        Load onTheCoordinator = new Load("moved", Collections.nCopies(nodes.size(), nodes.get(0)), effects, answers);
        try {
            for (int move = 0; move < MOVES; move++) {
                onTheCoordinator.awaitMore(BETWEEN);
                cluster.moveShard("counterfoil_record", random.nextInt(100));
            }
            onTheCoordinator.awaitMore(BETWEEN);
            cluster.addNode();
            cluster.rebalance();
            onTheCoordinator.awaitMore(BETWEEN);
        } finally {
            onTheCoordinator.finish();
        }
        cluster.settle();
        Map<String, Integer> found = effects.found();
        List<String> lost = answers.keySet().stream()
                .filter(intention -> !found.containsKey(intention))
                .toList();
        List<String> doubled = found.entrySet().stream()
                .filter(effect -> effect.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
        Depth.report("kills", KILLS);
        Depth.report("moves", MOVES);
        Depth.report("intentions", answers.size());
        Depth.report("lost", lost.size());
        Depth.report("doubled", doubled.size());
        assertThat(lost).as("answered, and without effect").isEmpty();
        assertThat(doubled).as("with more than one effect").isEmpty();
        assertThat(answers.values()).as("answers to one intention").allMatch(given -> given.size() == 1);
        assertThat(found).as("effects without an answer").hasSameSizeAs(answers);
    }

    /** What intentions do, and what they have done. */
    private interface Effects {

        Idempotency engine(HikariDataSource pool);

        Action<String, SQLException> action(HikariDataSource pool, String intention);

        Map<String, Integer> found() throws SQLException;
    }

    /** Rows of the same cluster, in another shard than the record. */
    private static final class Transactional implements Effects {

        private final Database coordinator;
        private final Map<HikariDataSource, DataSourceTransactions> transactions = new ConcurrentHashMap<>();

        Transactional(Database coordinator) throws SQLException {
            this.coordinator = coordinator;
            JdbcSchema.create(coordinator.dataSource());
            try (Connection connection = coordinator.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE effect (intention text, site int)");
                statement.execute("SELECT create_distributed_table('effect', 'site', colocate_with => 'none')");
            }
        }

        private DataSourceTransactions on(HikariDataSource pool) {
            return transactions.computeIfAbsent(pool, DataSourceTransactions::new);
        }

        @Override
        public Idempotency engine(HikariDataSource pool) {
            return Idempotency.on(new JdbcClaimStore(on(pool)));
        }

        @Override
        public Action<String, SQLException> action(HikariDataSource pool, String intention) {
            return execution -> {
                try (PreparedStatement insert =
                        on(pool).connection().prepareStatement("INSERT INTO effect (intention, site) VALUES (?, ?)")) {
                    insert.setString(1, intention);
                    insert.setInt(2, Math.floorMod(intention.hashCode(), 97));
                    insert.executeUpdate();
                }
                return Completion.remember("by " + pool.getPoolName() + " under " + execution.token());
            };
        }

        @Override
        public Map<String, Integer> found() throws SQLException {
            Map<String, Integer> found = new HashMap<>();
            try (Connection connection = coordinator.dataSource().getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows =
                            statement.executeQuery("SELECT intention, count(*) FROM effect GROUP BY intention")) {
                while (rows.next()) {
                    found.put(rows.getString(1), rows.getInt(2));
                }
            }
            return found;
        }
    }

    /** Outside of the cluster, where a resolver looks. */
    private static final class Leased implements Effects {

        private static final Duration LEASE = Duration.ofSeconds(3);

        private final Map<String, Integer> done = new ConcurrentHashMap<>();

        Leased(Database coordinator) {
            JdbcSchema.create(coordinator.dataSource());
        }

        @Override
        public Idempotency engine(HikariDataSource pool) {
            // Processes are killed here, not the machine, so the nodes run without fsync.
            LeasePolicy policy = LeasePolicy.DEFAULT.withDuration(LEASE).withFirstClaim(FirstClaim.TRUST_STORE);
            return Idempotency.on(new JdbcLeaseStore(pool), policy);
        }

        @Override
        public Action<String, SQLException> action(HikariDataSource pool, String intention) {
            Action<String, SQLException> action = execution -> {
                done.merge(intention, 1, Integer::sum);
                return Completion.remember("done");
            };
            return action.resolvedBy(
                    execution -> done.containsKey(intention) ? Resolution.happened("done") : Resolution.didNotHappen());
        }

        @Override
        public Map<String, Integer> found() {
            return done;
        }
    }

    /** The services and their clients: those of one number send the same intentions, each to its service, until each is answered. */
    private static final class Load {

        private final Effects effects;
        private final List<HikariDataSource> pools = new ArrayList<>();
        private final ExecutorService threads = Executors.newFixedThreadPool(SERVICES * CLIENTS_OF_EACH);
        private final List<Future<?>> clients = new ArrayList<>();
        private final Map<String, Set<String>> answers;
        private final Semaphore answered = new Semaphore(0);
        private final CountDownLatch end = new CountDownLatch(1);

        Load(String name, List<Database> nodes, Effects effects, Map<String, Set<String>> answers) {
            this.effects = effects;
            this.answers = answers;
            for (int service = 0; service < SERVICES; service++) {
                pools.add(pool("service " + service, nodes.get(service)));
            }
            for (HikariDataSource pool : pools) {
                Idempotency engine = effects.engine(pool);
                for (int client = 0; client < CLIENTS_OF_EACH; client++) {
                    String prefix = name + "-" + client + "-";
                    clients.add(threads.submit(() -> {
                        for (int number = 0; end.getCount() > 0; number++) {
                            carryOut(engine, pool, prefix + number);
                        }
                        return null;
                    }));
                }
            }
        }

        private static HikariDataSource pool(String name, Database node) {
            HikariConfig config = new HikariConfig();
            config.setPoolName(name);
            config.setJdbcUrl(node.jdbcUrl());
            config.setUsername(node.user());
            config.setPassword(node.password());
            config.addDataSourceProperty("connectTimeout", "2");
            config.addDataSourceProperty("socketTimeout", "20");
            config.setMaximumPoolSize(CLIENTS_OF_EACH + 1);
            config.setConnectionTimeout(2000);
            config.setValidationTimeout(1000);
            config.setInitializationFailTimeout(-1);
            return new HikariDataSource(config);
        }

        private void carryOut(Idempotency engine, HikariDataSource pool, String intention) throws InterruptedException {
            IdempotencyKey key = IdempotencyKey.of("shop", "POST /transfer", intention);
            Fingerprint fingerprint = Fingerprint.of(intention.getBytes(StandardCharsets.UTF_8));
            Action<String, SQLException> action = effects.action(pool, intention);
            while (true) {
                try {
                    Outcome<String> outcome = engine.execute(key, fingerprint, PayloadCodec.TEXT, action);
                    String answer = outcome instanceof Outcome.Executed<String> executed
                            ? executed.value()
                            : outcome instanceof Outcome.Replayed<String> replayed ? replayed.value() : null;
                    if (answer != null) {
                        answers.computeIfAbsent(intention, none -> ConcurrentHashMap.newKeySet())
                                .add(answer);
                        answered.release();
                        return;
                    }
                } catch (SQLException | StoreException disturbed) {
                    // To be tried again under the same key.
                }
                Pause.REAL.until(Duration.ofMillis(50), new CountDownLatch(1));
            }
        }

        void awaitMore(int count) throws InterruptedException {
            answered.drainPermits();
            assertThat(answered.tryAcquire(count, 5, TimeUnit.MINUTES))
                    .as("%s more intentions are answered", count)
                    .isTrue();
        }

        /** Lets the clients finish what they have begun. */
        void finish() throws Exception {
            end.countDown();
            for (Future<?> client : clients) {
                client.get(300, TimeUnit.SECONDS);
            }
            threads.shutdownNow();
            pools.forEach(HikariDataSource::close);
        }
    }
}
