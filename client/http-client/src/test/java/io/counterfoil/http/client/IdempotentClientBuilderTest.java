package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetrySettings;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.retry.RetryPolicy;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.net.http.HttpClient;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class IdempotentClientBuilderTest {

    private static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1);

    private static final List<UnaryOperator<IdempotentClient.Builder>> RETRY_SETTINGS = List.of(
            builder -> builder.retryPolicy(RetryPolicy.DEFAULT.withMaxAttempts(2)),
            builder -> builder.attemptListener(AttemptListener.NONE),
            builder -> builder.headerNames(HeaderNames.DEFAULT),
            builder -> builder.responseBodyLimit(1_000),
            builder -> builder.failOnUnexpectedDuplicates(true),
            builder -> builder.clock(Clock.systemUTC()),
            builder -> builder.timing(RetrySettings.DEFAULT.timing()));

    private static final List<UnaryOperator<IdempotentClient.Builder>> OTHER_SETTINGS = List.of(
            builder -> builder.httpClient(HttpClient.newHttpClient()),
            builder -> builder.retrySettings(RetrySettings.DEFAULT),
            builder -> builder.executor(Runnable::run),
            builder -> builder.timer(TIMER),
            builder -> builder.journal(new JournalProbe()),
            builder -> builder.secretHeaders("X-Api-Key"));

    @Test
    void settingTwice_isRefused() {
        for (List<UnaryOperator<IdempotentClient.Builder>> settings : List.of(RETRY_SETTINGS, OTHER_SETTINGS)) {
            for (UnaryOperator<IdempotentClient.Builder> setting : settings) {
                IdempotentClient.Builder builder = setting.apply(IdempotentClient.builder());

                assertThatIllegalStateException()
                        .isThrownBy(() -> setting.apply(builder))
                        .withMessageContaining("is set already");
            }
        }
    }

    @Test
    void settingTwice_isRefusedWithBothValues() {
        IdempotentClient.Builder builder = IdempotentClient.builder().responseBodyLimit(1_000);

        assertThatIllegalStateException()
                .isThrownBy(() -> builder.responseBodyLimit(2_000))
                .withMessage("responseBodyLimit is set already, to 1000, and cannot be set to 2000 as well");
    }

    @Test
    void allRetrySettings_andOneOfThem_contradict() {
        for (UnaryOperator<IdempotentClient.Builder> setting : RETRY_SETTINGS) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> setting.apply(IdempotentClient.builder().retrySettings(RetrySettings.DEFAULT)))
                    .withMessageContaining("contradict");
            assertThatIllegalStateException()
                    .isThrownBy(() -> setting.apply(IdempotentClient.builder()).retrySettings(RetrySettings.DEFAULT))
                    .withMessageContaining("contradict");
        }
    }

    @Test
    void negativeBodyLimit_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdempotentClient.builder().responseBodyLimit(-1))
                .withMessageContaining("-1");
    }

    @Test
    void retrySettings_areUsed() throws Exception {
        RetrySettings settings = RetrySettings.DEFAULT.withPolicy(RetryPolicy.DEFAULT.withMaxAttempts(1));

        assertThat(attemptsOf(IdempotentClient.builder().retrySettings(settings).build()))
                .isEqualTo(1);
    }

    @Test
    void toBuilder_keepsTheSettings_andTakesOthers() throws Exception {
        JournalProbe journal = new JournalProbe();
        IdempotentClient client = IdempotentClient.builder()
                .journal(journal)
                .timing(new FakeTime().timing())
                .retryPolicy(RetryPolicy.DEFAULT.withMaxAttempts(2))
                .build();

        IdempotentClient other = client.toBuilder()
                .retryPolicy(RetryPolicy.DEFAULT.withMaxAttempts(3))
                .build();

        assertThat(attemptsOf(other)).isEqualTo(3);
        assertThat(journal.notes()).hasSize(2);
        assertThat(attemptsOf(client)).isEqualTo(2);
    }

    private static int attemptsOf(IdempotentClient client) throws Exception {
        try (ScriptedServer server = ScriptedServer.answering(request -> ScriptedReply.of(503, "later"))) {
            client.send(RetryableRequest.post(server.uri()).json("{}").build());
            throw new AssertionError("answered");
        } catch (RetriesExhaustedException over) {
            return over.attempts().size();
        }
    }
}
