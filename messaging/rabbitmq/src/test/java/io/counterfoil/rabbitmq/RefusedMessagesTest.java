package io.counterfoil.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.GetResponse;
import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.jdbc.messaging.JdbcOutbox;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.messaging.outbox.SetAsideMessage;
import io.counterfoil.testkit.database.TestPostgres;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An outbox with messages over which RabbitMQ closes the channel, among others. */
@Tag("SG-5")
@Timeout(240)
class RefusedMessagesTest {

    private static final int MANY = 3_000;
    private static final int KEYS = 50;
    private static final int BATCH = 500;

    private final HikariDataSource database = new HikariDataSource();
    private DataSourceTransactions transactions;
    private JdbcOutbox outbox;
    private TestQueue queue;

    @BeforeEach
    void freshOutbox() throws Exception {
        queue = TestQueue.declare();
        database.setDataSource(TestPostgres.freshDatabase().reusing("test").dataSource());
        JdbcOutbox.SCHEMA.create(database);
        transactions = new DataSourceTransactions(database);
        outbox = JdbcOutbox.of(transactions);
    }

    @AfterEach
    void close() {
        queue.close();
        database.close();
    }

    private Message message(String key, String text) {
        return Message.of(queue.topic, text.getBytes(UTF_8))
                .withId(key + " " + text)
                .withKey(key)
                .mandatory();
    }

    /** RabbitMQ takes this header for a list of further routing keys, and answers any other type of value by closing the channel. */
    private Message refused(String key, String text) {
        return message(key, text).withHeader("CC", "not a list");
    }

    private void add(List<Message> messages) {
        transactions.run(transaction -> {
            messages.forEach(outbox::add);
            return 0;
        });
    }

    private int left() {
        try {
            return transactions.single(connection -> {
                try (Statement query = connection.createStatement();
                        ResultSet row = query.executeQuery("SELECT count(*) FROM counterfoil_outbox")) {
                    row.next();
                    return row.getInt(1);
                }
            });
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void untilLeft(int count) {
        await(count + " left in the outbox")
                .atMost(Broker.LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> left() == count);
    }

    /** The messages that have arrived, each once, by their IDs; those of a key in their order. */
    private Set<String> arrived() throws Exception {
        Set<String> ids = new HashSet<>();
        Map<String, Integer> last = new HashMap<>();
        for (GetResponse got = queue.channel.basicGet(queue.name, true);
                got != null;
                got = queue.channel.basicGet(queue.name, true)) {
            String id = got.getProps().getMessageId();
            if (ids.add(id)) {
                String[] parts = id.split(" ", 2);
                int number = Integer.parseInt(parts[1]);
                Integer before = last.put(parts[0], number);
                assertThat(before == null || before < number)
                        .as("%s follows %s", id, before)
                        .isTrue();
            }
        }
        return ids;
    }

    @Test
    void messageThatClosesTheChannel_delaysNoOtherKey() throws Exception {
        for (int from = 0; from < MANY; from += BATCH) {
            List<Message> batch = new ArrayList<>();
            for (int i = from; i < from + BATCH; i++) {
                batch.add(message("key" + i % KEYS, "" + i));
                if (i == MANY / 2) {
                    batch.add(refused("poison", "0"));
                    batch.add(message("poison", "1"));
                }
            }
            add(batch);
        }
        try (RabbitPublisher publisher =
                        RabbitPublisher.of(Broker.factory(), TestQueue.TOPOLOGY, Broker.CONFIRM_LIMIT);
                OutboxRelay relay = OutboxRelay.start(outbox, publisher)) {
            relay.wake();

            untilLeft(2);
        }

        assertThat(arrived()).hasSize(MANY).noneMatch(id -> id.startsWith("poison"));
    }

    @Test
    void messageThatClosesTheChannel_isSetAside_andItsKeyWaits() throws Exception {
        JdbcOutbox strict = outbox.withMaxAttempts(2);
        add(List.of(refused("poison", "0"), message("poison", "1"), message("good", "0")));
        try (RabbitPublisher publisher =
                        RabbitPublisher.of(Broker.factory(), TestQueue.TOPOLOGY, Broker.CONFIRM_LIMIT);
                OutboxRelay relay = OutboxRelay.start(strict, publisher)) {
            untilLeft(2);
            List<SetAsideMessage> setAside = await("it is set aside")
                    .atMost(Broker.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .until(() -> outbox.setAside(2), list -> !list.isEmpty());

            assertThat(setAside).singleElement().satisfies(one -> {
                assertThat(one.message().id()).contains("poison 0");
                assertThat(one.reason()).contains("PRECONDITION_FAILED");
            });
            assertThat(arrived()).containsExactly("good 0");

            assertThat(outbox.discard(setAside.get(0).id())).isTrue();
            relay.wake();
            untilLeft(0);
        }

        assertThat(arrived()).containsExactly("poison 1");
    }
}
