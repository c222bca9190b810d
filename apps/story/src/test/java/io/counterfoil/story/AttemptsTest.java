package io.counterfoil.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.model.Action;
import io.counterfoil.story.model.Attempt;
import io.counterfoil.story.model.Attempt.Result;
import io.counterfoil.story.model.Processing;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.render.TextRenderer;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.Scan;
import io.counterfoil.story.text.Ink;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is an attempt, what is a processing of one, and which attempt succeeded. */
@Tag("SG-8")
class AttemptsTest {

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final String ATTEMPT = "wX3kJtlKVP4HRLzq.Fb8mwbAX-1";
    private static final String RETRY = "wX3kJtlKVP4HRLzq.Fb8mwbAX-2";

    /** One command: dispatched, begun by a controller that is killed, done by another, and its outcome received. */
    private static final List<String> KILLED = List.of(
            line(0, "orchestrator", ATTEMPT, "start of s1 dispatched"),
            line(1, "controller-2", ATTEMPT + ".QD3z", "start of s1 begins"),
            line(3, "controller-1", ATTEMPT + ".9TBg", "start of s1 begins"),
            line(
                    7,
                    "controller-1",
                    ATTEMPT + ".9TBg",
                    "Command executed [type=start] [correlation_id=x] [status=Running]"),
            line(8, "orchestrator", ATTEMPT + ".xY1_", "start of s1: Running"));

    private static final List<String> REPLAYED = List.of(
            line(20, "orchestrator", RETRY, "start of s1 dispatched"),
            line(
                    21,
                    "controller-1",
                    RETRY + ".AAAA",
                    "Command replayed [type=start] [replay_of=" + ATTEMPT + "] [status=Running]"),
            line(22, "orchestrator", RETRY + ".BBBB", "start of s1: Running"));

    @TempDir
    Path directory;

    @Test
    void commandWhoseControllerWasKilled_isOneAttempt() throws IOException {
        Action action = action(ATTEMPT, KILLED);

        assertThat(action.attempts()).extracting(Attempt::unit).containsExactly(ATTEMPT);
        Attempt attempt = action.attempts().get(0);
        assertThat(attempt.lines()).isEqualTo(5);
        assertThat(attempt.services()).containsExactly("orchestrator", "controller-2", "controller-1");
        assertThat(attempt.processings())
                .extracting(Processing::unit)
                .containsExactly(ATTEMPT + ".QD3z", ATTEMPT + ".9TBg", ATTEMPT + ".xY1_");
        assertThat(action.successful()).contains(attempt);
        assertThat(attempt.result()).isEqualTo(Result.EXECUTED);
        assertThat(attempt.status()).contains("Running");
    }

    @Test
    void commandAndItsRetry_areTwoAttempts_ofWhichTheFirstSucceeded() throws IOException {
        Action action = action("wX3kJtlKVP4HRLzq", both());

        assertThat(action.attempts()).extracting(Attempt::unit).containsExactly(ATTEMPT, RETRY);
        assertThat(action.attempts()).extracting(Attempt::result).containsExactly(Result.EXECUTED, Result.REPLAYED);
        assertThat(action.successful()).map(Attempt::unit).contains(ATTEMPT);
    }

    @Test
    void firstLine_saysWhichAttemptSucceeded_andHowLongItTook() throws IOException {
        assertThat(text("wX3kJtlKVP4HRLzq", both()))
                .startsWith("The story of wX3kJtlKVP4HRLzq: attempt Fb8mwbAX-1 succeeded, in 8 s, status Running\n")
                .contains("idempotency key k-1: 2 attempts, 5 processings")
                .contains("  processing 2 of attempt Fb8mwbAX-1 of action 1");
        assertThat(text(RETRY, REPLAYED))
                .startsWith("The story of " + RETRY + ": attempt Fb8mwbAX-2 was answered with the result of attempt "
                        + ATTEMPT + "\n");
    }

    /** A record of the first attempt that only a later line reports: its own process logs no end. */
    @Test
    void attemptThatAnotherReplays_hasSucceeded() throws IOException {
        List<String> lines =
                both().stream().filter(line -> !line.contains("executed")).toList();

        assertThat(action("wX3kJtlKVP4HRLzq", lines).successful())
                .map(Attempt::unit)
                .contains(ATTEMPT);
    }

    /** Correlation IDs as a sender makes them that does not number its attempts. */
    @Test
    void attemptsUnderNamesOfTheirOwn_areFoundByTheirKey() throws IOException {
        String first = "attempt-001-9f3c";
        String second = "attempt-002-b04d";
        List<String> lines = List.of(
                attempt(1, "controller-1", first + ".QD3z", first, "begins"),
                attempt(3, "controller-2", first + ".9TBg", first, "Command executed [status=Running]"),
                attempt(9, "controller-2", second + ".AbCd", second, "Command replayed [replay_of=" + first + "]"));

        Story story = story("k-1", lines);

        assertThat(story.byKey()).isTrue();
        assertThat(story.actions().get(0).attempts()).extracting(Attempt::unit).containsExactly(first, second);
        assertThat(story.actions().get(0).successful()).map(Attempt::unit).contains(first);
    }

    @Test
    void requestAndTheCommandsThatItSends_areTheAttemptsOfTheCommand() throws IOException {
        List<String> lines = List.of(
                line(0, "orchestrator", "wX3kJtlKVP4HRLzq", "Request executed [request_id=k-1] [status=202]"),
                KILLED.get(0),
                KILLED.get(3));

        assertThat(action("wX3kJtlKVP4HRLzq", lines).attempts())
                .extracting(Attempt::unit)
                .containsExactly(ATTEMPT);
    }

    @Test
    void requestsWithoutNamesOfAttempts_areAttempts() throws IOException {
        List<String> lines = List.of(
                line(0, "shop", "work.fcAE", "Request executed [request_id=k-1] [status=201]"),
                line(1, "shop", "work.Wd2n", "Request replayed [request_id=k-1] [status=201]"));

        assertThat(action("work", lines).attempts())
                .extracting(Attempt::unit)
                .containsExactly("work.fcAE", "work.Wd2n");
    }

    @ParameterizedTest
    @CsvSource({
        "201, 'succeeded, in 0 ms, status 201'",
        "422, 'was executed and failed, in 0 ms, status 422'",
        "Failed, 'was executed and failed, in 0 ms, status Failed'"
    })
    void executedAttempt_isASuccessOrAFailure_byItsStatus(String status, String verdict) throws IOException {
        String executed = "Request executed [request_id=k-1] [status=" + status + "]";

        assertThat(text("work", List.of(line(0, "shop", "work.fcAE", executed))))
                .startsWith("The story of work: attempt fcAE " + verdict + "\n");
    }

    @Test
    void attempt_lastsAsLongAsItsUnit_withTheLinesThatHaveNoKey() throws IOException {
        String keyless = line(0, "shop", "work.fcAE.x", "begins").replace(",\"idempotency_key\":\"k-1\"", "");

        Action action = action("work", List.of(keyless, line(3, "shop", "work.fcAE", "Request executed [status=201]")));

        assertThat(action.attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.span().map(span -> span.duration().toSeconds())).contains(3L);
            assertThat(attempt.lines()).isOne();
        });
    }

    @Test
    void severalAttemptsWithoutAnEnd_haveNoneThatSucceeded() throws IOException {
        List<String> lines = List.of(line(0, "shop", "work.fcAE", "begins"), line(1, "shop", "work.Wd2n", "begins"));

        assertThat(action("work", lines).successful()).isEmpty();
        assertThat(text("work", lines)).startsWith("The story of work: no line says which attempt succeeded\n");
    }

    /** The failure of a handler is logged without the key, by the framework. */
    @Test
    void handlerThatThrowsUnderALease_isAnAttemptThatFailed() throws IOException {
        String failed = "An execution failed under a lease: its outcome is unknown [request_id=k-1] [client=-]"
                + " [operation=POST /orders] [failure=java.lang.IllegalStateException]";
        String thrown = keyless(2, "ERROR", "work.fcAE", "Servlet.service() for servlet [dispatcherServlet] threw");

        for (List<String> lines : List.of(
                List.of(line(0, "shop", "work.fcAE", failed).replace("INFO", "WARN"), thrown),
                List.of(line(0, "shop", "work.fcAE", failed)),
                List.of(line(0, "shop", "work.fcAE", "begins"), thrown))) {
            assertThat(text("work", lines)).startsWith("The story of work: attempt fcAE failed, in ");
        }
    }

    @Test
    void errorOfAnotherAction_isNoneOfTheAttemptThatCausedIt() throws IOException {
        String other =
                line(1, "shop", "work.fcAE.x", "broken").replace("k-1", "k-2").replace("INFO", "ERROR");

        assertThat(story("work", List.of(line(0, "shop", "work.fcAE", "begins"), other))
                        .actions())
                .extracting(action -> action.attempts().get(0).result())
                .containsExactly(Result.UNKNOWN, Result.FAILED);
    }

    @ParameterizedTest
    @CsvSource({
        "201, 'attempt Ab.1 succeeded, in 0 ms, status 201'",
        "409, 'attempt Ab.1 failed, in 0 ms, status 409'",
        "201 (replayed), 'attempt Ab.1 was answered with the result of an attempt that is not in the story'",
        "java.io.IOException: reset, no line says which attempt succeeded"
    })
    void lineOfTheClient_saysHowItsAttemptEnded(String end, String verdict) throws IOException {
        assertThat(text("work", List.of(line(0, "client", "work", "begins"), ended(1, 1, end))))
                .startsWith("The story of work: " + verdict + "\n");
    }

    @Test
    void lineOfTheEngine_isBelievedBeforeTheClients() throws IOException {
        String replayed = "Request replayed [request_id=k-1] [client=-] [attempt=Ab.1] [status=201] [request_count=2]";

        assertThat(action("work", List.of(line(0, "shop", "work.Ab.1.x", replayed), ended(1, 1, "201")))
                        .attempts())
                .extracting(Attempt::result)
                .containsExactly(Result.REPLAYED);
    }

    /** A request is lost, then a response, then the response to the retry, which a service without lines of the key answers again. */
    @Test
    void attemptWithALostResponse_succeeded_ifALaterOneIsReplayed() throws IOException {
        List<String> lines = List.of(
                ended(1, 1, "java.io.IOException: HTTP/1.1 header parser received no bytes"),
                keyless(2, "INFO", "work.Ab.2.x", "Transaction posted [transaction=txn_1]"),
                ended(4, 2, "java.io.IOException: HTTP/1.1 header parser received no bytes"),
                keyless(5, "INFO", "work.Ab.3.x", "Duplicate recognised [id=txn_1]"),
                ended(6, 3, "java.io.IOException: HTTP/1.1 header parser received no bytes"),
                keyless(7, "INFO", "work.Ab.4.x", "Duplicate recognised [id=txn_1]"),
                ended(8, 4, "201 (replayed)"));

        assertThat(text("work", lines)).startsWith("The story of work: attempt Ab.2 succeeded, in 2 s, status 201\n");
    }

    @Test
    void logOfTheClientAlone_namesTheOnlyAttemptThatCanHaveSucceeded() throws IOException {
        String lost = "java.io.IOException: reset";
        List<String> one = List.of(ended(1, 1, lost), ended(2, 2, "201 (replayed)"));
        List<String> two = List.of(ended(1, 1, lost), ended(2, 2, lost), ended(3, 3, "201 (replayed)"));

        assertThat(text("work", one)).startsWith("The story of work: attempt Ab.1 succeeded, in 0 ms, status 201\n");
        assertThat(text("work", two))
                .startsWith("The story of work: attempt Ab.3 was answered with the result of an earlier attempt\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-03-01T10:00:00.000Z INFO [corr_id=aa1] a.B - in brackets [idempotency_key=k-1]",
                "ts=2026-03-01T10:00:00.000Z level=info corr_id=aa1 idempotency_key=k-1 msg=\"in logfmt\"",
                "{\"@timestamp\":\"2026-03-01T10:00:00.000Z\",\"corr_id\":\"aa1\",\"idempotencyKey\":\"k-1\",\"message\":\"in JSON\"}",
                "{\"@timestamp\":\"2026-03-01T10:00:00.000Z\",\"mdc\":{\"corr_id\":\"aa1\",\"idempotency_key\":\"k-1\"},\"message\":\"in an MDC\"}"
            })
    void storyOfAKey_hasTheLinesOfEveryIdThatHasIt(String keyed) throws IOException {
        Story story = story(
                "k-1",
                List.of(
                        "2026-03-01T10:00:00.100Z INFO [corr_id=aa1.x] a.B - below",
                        keyed,
                        "2026-03-01T10:00:01.000Z INFO [corr_id=bb2] a.B - Replacing correlation id [new_corr_id=cc3]"
                                + " [idempotency_key=k-1]",
                        "2026-03-01T10:00:02.000Z INFO [corr_id=cc3] a.B - Replaced correlation id [old_corr_id=bb2]",
                        "2026-03-01T10:00:03.000Z INFO [corr_id=dd4] a.B - of another key [idempotency_key=k-10]",
                        "2026-03-01T10:00:04.000Z INFO [corr_id=ee5] a.B - says k-1"));

        assertThat(story.requestedId()).isEqualTo("k-1");
        assertThat(story.units().map(unit -> unit.id())).containsExactlyInAnyOrder("aa1", "aa1.x", "bb2", "cc3");
    }

    @Test
    void storyOfAKeyWithEscapes_isFound() throws IOException {
        String key = "caf\u00e9 \"7\" \\ " + "long-".repeat(30);
        String json = "{\"corr_id\":\"aa1\",\"idempotency_key\":\"caf\\u00e9 \\\"7\\\" \\\\ " + "long-".repeat(30)
                + "\",\"message\":\"x\"}";

        assertThat(story(key, List.of(json)).units().map(unit -> unit.id())).containsExactly("aa1");
    }

    @Test
    void textThatIsAnIdAndAKey_isTheId_andANote() throws IOException {
        Story story = story(
                "aa1",
                List.of(
                        "2026-03-01T10:00:00.000Z INFO [corr_id=aa1] a.B - its line",
                        "2026-03-01T10:00:01.000Z INFO [corr_id=bb2] a.B - with the key [idempotency_key=aa1]"));

        assertThat(story.byKey()).isFalse();
        assertThat(story.units().map(unit -> unit.id())).containsExactly("aa1");
        assertThat(story.notes())
                .singleElement()
                .satisfies(note -> assertThat(note.text()).contains("is the idempotency key"));
    }

    private static List<String> both() {
        return Stream.concat(KILLED.stream(), REPLAYED.stream()).toList();
    }

    private static String line(int second, String service, String id, String message) {
        return "{\"@timestamp\":\"%s\",\"level\":\"INFO\",\"service\":\"%s\",\"corr_id\":\"%s\",\"idempotency_key\":\"k-1\",\"message\":\"%s\"}"
                .formatted(START.plusSeconds(second), service, id, message);
    }

    private static String attempt(int second, String service, String id, String attempt, String message) {
        return line(second, service, id, message).replace("{\"@", "{\"attempt_id\":\"" + attempt + "\",\"@");
    }

    private static String keyless(int second, String level, String id, String message) {
        return line(second, "shop", id, message)
                .replace(",\"idempotency_key\":\"k-1\"", "")
                .replace("INFO", level);
    }

    /** The line of the HTTP client at the end of an attempt. */
    private static String ended(int second, int attempt, String end) {
        return line(
                second,
                "client",
                "work.Ab." + attempt,
                "Attempt ended: " + end + " after 42 ms [request_id=k-1] [attempt=Ab." + attempt + "]");
    }

    private Action action(String requestedId, List<String> lines) throws IOException {
        assertThat(story(requestedId, lines).actions()).hasSize(1);
        return story(requestedId, lines).actions().get(0);
    }

    private String text(String requestedId, List<String> lines) throws IOException {
        StringWriter text = new StringWriter();
        new TextRenderer(new Ink(false)).render(story(requestedId, lines), new PrintWriter(text));
        return text.toString().replace(System.lineSeparator(), "\n");
    }

    private Story story(String requestedId, List<String> lines) throws IOException {
        Path log = Files.write(directory.resolve("service.log"), lines);
        try (Scan scan = new Scan(List.of(LogSource.of(0, log.toString(), log)), 2, false)) {
            return new StoryReader(requestedId, Limits.DEFAULT, Duration.ofSeconds(1), () -> ZoneOffset.UTC).read(scan);
        }
    }
}
