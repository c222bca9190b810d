package io.counterfoil.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.CallbackVerdict;
import io.counterfoil.callbacks.CallbackVerifier;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.callbacks.TargetPolicy;
import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the examples of docs/guides/long-running.md do, on H2; that they compile as they are printed is tested with the documents. */
@Tag("RF-8")
class LongRunningGuideTest {

    private static final CallbackSecret SECRET = CallbackSecret.fresh();

    static OperationStep advance(Connection connection, Operation operation) throws SQLException {
        int next = operation.recoveryPoint().isEmpty() ? 0 : Integer.parseInt(operation.recoveryPoint());
        int count = Integer.parseInt(operation.input());
        if (next == count) {
            return new OperationStep.Finished("{\"letters\":" + count + "}", count);
        }
        int end = Math.min(count, next + 100);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO letter (number) VALUES (?)")) {
            for (int number = next; number < end; number++) {
                insert.setInt(1, number);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return new OperationStep.GoOn(Integer.toString(end), end);
    }

    private static Operation sendLetters(Operations operations, DataSource dataSource, ScriptedServer receiver)
            throws SQLException, InterruptedException {
        Namespace client = Namespace.ofClient("acme");
        ReferenceId reference = ReferenceId.of("letters-2026-03");
        Submission submission;
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            submission = operations.submit(
                    connection,
                    NewOperation.of(client, "letters", reference)
                            .input("250")
                            .total(250)
                            .callback(receiver.uri()));
            connection.commit();
        }
        operations.wake();
        assertThat(submission).isInstanceOf(Submission.Submitted.class);
        return operations
                .await(client, "letters", reference, Duration.ofMinutes(4))
                .orElseThrow();
    }

    private static CallbackVerdict verify(SeenRequest request) {
        CallbackVerifier verifier = CallbackVerifier.of(List.of(CallbackSecret.parse(SECRET.text())));
        return verifier.verify(
                name -> Optional.ofNullable(request.headers().get(name)),
                request.body().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void lettersAreSent_andTheirSenderIsTold() throws Exception {
        Site site = Site.h2();
        DataSource dataSource = site.dataSource();
        site.execute("CREATE TABLE letter (number int NOT NULL)");
        CountDownLatch called = new CountDownLatch(1);
        TargetPolicy policy = TargetPolicy.builder().allowLoopback().build();
        try (ScriptedServer receiver = ScriptedServer.answering(request -> {
                    called.countDown();
                    return ScriptedReply.of(204, "");
                });
                Callbacks callbacks = Callbacks.under(policy);
                Operations operations = Operations.builder(dataSource, Dialects.H2)
                        .work("letters", LongRunningGuideTest::advance)
                        .callbacks(callbacks, namespace -> List.of(SECRET))
                        .build()) {
            operations.start();
            Operation operation = sendLetters(operations, dataSource, receiver);

            assertThat(operation.state()).isEqualTo(OperationState.SUCCEEDED);
            assertThat(operation.result()).hasValue("{\"letters\":250}");
            assertThat(site.number("SELECT count(*) FROM letter")).isEqualTo(250);
            assertThat(called.await(5, TimeUnit.MINUTES)).isTrue();
            assertThat(verify(receiver.seen().get(0))).isInstanceOf(CallbackVerdict.Authentic.class);
        }
    }
}
