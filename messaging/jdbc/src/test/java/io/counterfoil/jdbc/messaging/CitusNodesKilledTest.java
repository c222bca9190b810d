package io.counterfoil.jdbc.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.RestartableCitus;
import io.counterfoil.testkit.soak.Depth;
import io.counterfoil.testkit.soak.SoakOnly;
import io.counterfoil.testkit.thread.TestThreads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services on every node of a cluster write messages with their rows, relays publish them, and the nodes are killed. */
@Tag("SG-5")
@Tag("BM-1")
@SoakOnly("kills")
class CitusNodesKilledTest {

    private static final int KILLS = Depth.of("kills", 3);
    private static final int BETWEEN = 40;
    private static final int KEYS = 20;

    private final Set<String> published = new ConcurrentSkipListSet<>();
    private final Semaphore more = new Semaphore(0);
    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void outbox_withKilledNodes_publishesExactlyCommittedMessages() throws Exception {
        try (RestartableCitus cluster = RestartableCitus.start(2);
                TestThreads threads = new TestThreads()) {
            Database coordinator = cluster.nodes().get(0);
            JdbcOutbox.SCHEMA.create(coordinator.dataSource());
            execute(coordinator, "CREATE TABLE effect (message text PRIMARY KEY)");
            execute(coordinator, "SELECT create_distributed_table('effect', 'message', colocate_with => 'none')");
            List<OutboxRelay> relays = new ArrayList<>();
            List<Future<?>> services = new ArrayList<>();
            for (Database node : cluster.nodes()) {
                DataSourceTransactions transactions =
                        new DataSourceTransactions(node.reusing("service").dataSource());
                JdbcOutbox outbox = JdbcOutbox.of(transactions);
                services.add(threads.start(() -> {
                    while (end.getCount() > 0) {
                        write(transactions, outbox);
                    }
                    return null;
                }));
                relays.add(OutboxRelay.start(outbox, this::publish, Duration.ofMillis(20)));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                awaitMore();
                cluster.killAndRestart(kill % cluster.nodes().size());
            }
            awaitMore();
            end.countDown();
            for (Future<?> service : services) {
                TestThreads.result(service);
            }
            cluster.settle();
            await("every message is published")
                    .atMost(TestThreads.LIMIT)
                    .until(() -> read(coordinator, "SELECT topic FROM counterfoil_outbox"), Set::isEmpty);
            relays.forEach(OutboxRelay::close);

            Depth.report("kills", KILLS);
            assertThat(published).isEqualTo(read(coordinator, "SELECT message FROM effect"));
        }
    }

    /** A row and a message in one transaction, which a kill may end one way or the other. */
    private static void write(DataSourceTransactions transactions, JdbcOutbox outbox) {
        String text = UUID.randomUUID().toString();
        try {
            transactions.run(transaction -> {
                try (PreparedStatement insert =
                        transaction.connection().prepareStatement("INSERT INTO effect (message) VALUES (?)")) {
                    insert.setString(1, text);
                    insert.executeUpdate();
                }
                outbox.add(Message.of("event.x", text.getBytes(UTF_8))
                        .withKey("key " + Math.floorMod(text.hashCode(), KEYS)));
                return text;
            });
        } catch (SQLException | RuntimeException killed) {
            // Its outcome is in the database.
        }
    }

    private CompletableFuture<Void> publish(Message message) {
        if (published.add(new String(message.body(), UTF_8))) {
            more.release();
        }
        return CompletableFuture.completedFuture(null);
    }

    private void awaitMore() throws InterruptedException {
        more.drainPermits();
        assertThat(more.tryAcquire(BETWEEN, TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("messages are published")
                .isTrue();
    }

    private static void execute(Database node, String sql) throws SQLException {
        try (Connection connection = node.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Set<String> read(Database node, String sql) throws SQLException {
        Set<String> texts = new TreeSet<>();
        try (Connection connection = node.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
