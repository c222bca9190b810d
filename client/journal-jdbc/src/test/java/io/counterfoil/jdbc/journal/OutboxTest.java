package io.counterfoil.jdbc.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.client.IdempotentClient;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.jdbc.transaction.DataSourceTransactions;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that are wanted by a transaction, and sent by the client after it, over HTTP. */
@Tag("RC-1")
@Timeout(240)
@ResourceLock(JournalDatabase.LOCK)
class OutboxTest {

    private static final RetryPolicy ONE_TRY = new RetryPolicy(
            1,
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ZERO,
            Duration.ZERO,
            Retention.of(Duration.ofDays(1)));

    @SuppressWarnings("NullAway.Init") // start() sets it.
    private ScriptedServer server;

    @BeforeEach
    void start() throws IOException {
        server = ScriptedServer.replying(ScriptedReply.of(503, "not yet"), ScriptedReply.of(200, "done"));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void request_isSentAfterCommitUntilAnswered_underOneId(JournalDatabase product) throws Exception {
        DataSource database = product.emptied();
        RetryableRequest intention =
                RetryableRequest.post(server.uri()).json("{\"amount\":5}").build();
        enqueue(database, intention, true);
        assertThat(server.seen()).isEmpty();

        IdempotentClient first = client(database);
        List<RetryableRequest> pending = first.pending(10);
        assertThat(pending).hasSize(1);
        assertThat(client(database).pending(10))
                .as("while the first one sends it")
                .isEmpty();
        assertThatThrownBy(() -> first.send(pending.get(0))).isInstanceOf(RetriesExhaustedException.class);

        IdempotentClient second = client(database);
        for (RetryableRequest again : second.pending(10)) {
            assertThat(second.send(again).text()).isEqualTo("done");
        }

        assertThat(server.seen()).hasSize(2).allSatisfy(seen -> {
            assertThat(seen.header("Idempotency-Key")).isEqualTo("\"" + intention.requestId() + "\"");
            assertThat(seen.body()).isEqualTo("{\"amount\":5}");
        });
        assertThat(JournalDatabase.number(database, "SELECT count(*) FROM counterfoil_client_journal"))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource
    void request_ofATransactionThatRollsBack_isNeverSent(JournalDatabase product) throws Exception {
        DataSource database = product.emptied();
        enqueue(database, RetryableRequest.post(server.uri()).build(), false);

        assertThat(client(database).pending(10)).isEmpty();
    }

    private static void enqueue(DataSource database, RetryableRequest intention, boolean committing) {
        IdempotentClient client = client(database);
        JdbcJournal journal = new JdbcJournal(database);
        new DataSourceTransactions(database).run(transaction -> {
            journal.enqueue(transaction.connection(), client.entryOf(intention));
            if (!committing) {
                transaction.setRollbackOnly();
            }
            return true;
        });
    }

    /** As another process would have it. */
    private static IdempotentClient client(DataSource database) {
        return IdempotentClient.builder()
                .httpClient(HttpClient.newHttpClient())
                .retryPolicy(ONE_TRY)
                .journal(new JdbcJournal(database))
                .build();
    }
}
