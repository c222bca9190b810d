package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.counterfoil.http.client.NetworkFailures.Provoked;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.retry.RetryPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table in docs/guides/client.md, over real sockets. */
@Timeout(600)
@Tag("RC-2")
@Tag("RC-4")
class NetworkFailureTest {

    private static final Pattern ROW = Pattern.compile("^\\| ([^|]+) \\| (yes|no) \\| ([^|]+) \\|$", Pattern.MULTILINE);
    private static final Map<String, Boolean> UNKNOWN = Map.of("unknown", true, "nothing was sent", false);
    private static final String RETURNED = "the response is returned";

    private static final RetryPolicy TWO_ATTEMPTS =
            FakeTime.PATIENT.withMaxAttempts(2).withBackoff(Duration.ofMillis(1), Duration.ofMillis(2));

    @TempDir
    private static Path directory;

    private static NetworkFailures failures;

    @BeforeAll
    static void makeCertificate() throws Exception {
        failures = NetworkFailures.in(directory);
    }

    static List<Arguments> rows() throws IOException {
        String guide = Files.readString(Path.of("../../docs/guides/client.md"));
        String table = guide.substring(guide.indexOf("## Failures of the network"));
        return ROW.matcher(table.substring(0, table.indexOf("\n## ", 1)))
                .results()
                .map(row -> Arguments.of(
                        row.group(1).strip(),
                        row.group(2).equals("yes"),
                        row.group(3).strip()))
                .toList();
    }

    @Test
    void table_hasARowForEachFailure() throws Exception {
        assertThat(rows().stream().map(row -> row.get()[0])).containsExactlyElementsOf(failures.names());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void failure_isRetried_andHasTheEffect_thatTheTableSays(String failure, boolean retried, String effect)
            throws Exception {
        try (Provoked provoked = failures.provoke(failure)) {
            RetryableRequest request = provoked.request();
            IdempotentClient client = provoked.settings()
                    .retryPolicy(provoked.policy(TWO_ATTEMPTS))
                    .build();
            if (effect.equals(RETURNED)) {
                Answer answer = client.send(request);

                assertThat(answer.attempts()).hasSize(retried ? 2 : 1);
                assertThat(provoked.leaked()).isFalse();
            } else {
                RetriesExhaustedException failed =
                        catchThrowableOfType(RetriesExhaustedException.class, () -> client.send(request));

                assertThat(failed.attempts()).as("%s", failed).hasSize(retried ? 2 : 1);
                assertThat(failed.effectUnknown()).as("%s", failed).isEqualTo(UNKNOWN.get(effect));
                assertThat(request.effectPossible()).isEqualTo(UNKNOWN.get(effect));
            }
        }
    }

    static Stream<String> someRows() {
        return Stream.of("The server's certificate is not trusted", "A connection is refused");
    }

    @ParameterizedTest
    @MethodSource("someRows")
    void failure_ofAnAsynchronousSend_isTheSame(String failure) throws Exception {
        try (Provoked provoked = failures.provoke(failure)) {
            IdempotentClient client =
                    provoked.settings().retryPolicy(TWO_ATTEMPTS).build();

            ExecutionException failed = catchThrowableOfType(
                    ExecutionException.class,
                    () -> client.sendAsync(provoked.request()).get());

            assertThat(failed.getCause())
                    .isInstanceOfSatisfying(
                            RetriesExhaustedException.class,
                            why -> assertThat(why.effectUnknown()).isFalse());
        }
    }
}
