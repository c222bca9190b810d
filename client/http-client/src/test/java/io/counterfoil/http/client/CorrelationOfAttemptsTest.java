package io.counterfoil.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.Answer;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.RetryLoop;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(600)
@Tag("RC-6")
class CorrelationOfAttemptsTest {

    private static final ScriptedReply CREATED = ScriptedReply.of(201, "created");
    private static final ScriptedReply UNAVAILABLE = ScriptedReply.of(503, "later");

    private final Recorder recorder = new Recorder();
    private final IdempotentClient client = IdempotentClient.builder()
            .attemptListener(recorder)
            .timing(new FakeTime().timing())
            .retryPolicy(FakeTime.PATIENT)
            .build();
    private final Logger logger = (Logger) LoggerFactory.getLogger(RetryLoop.class);
    private final Logger chapters = (Logger) LoggerFactory.getLogger(Correlation.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void record() {
        logger.setLevel(Level.DEBUG);
        log.start();
        logger.addAppender(log);
        chapters.addAppender(log);
    }

    @AfterEach
    void stopRecording() {
        logger.detachAppender(log);
        chapters.detachAppender(log);
        logger.setLevel(null);
    }

    @Test
    void attempts_haveIdsOfTheirOwnThatDescendFromTheCurrentOne() throws Exception {
        CorrelationId work = CorrelationId.parse("work.7");
        Correlation.Scope scope = Correlation.open(work);
        try (scope;
                ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, UNAVAILABLE, CREATED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            List<String> sent = server.seen().stream()
                    .map(seen -> seen.header("Correlation-Id"))
                    .toList();
            assertThat(sent)
                    .hasSize(3)
                    .doesNotHaveDuplicates()
                    .allMatch(id -> CorrelationId.parse(id).isDescendantOf(work));
            assertThat(answer.attempts().stream().map(it -> it.correlationId().value()))
                    .isEqualTo(sent);
            assertThat(Correlation.current()).contains(work);
        }
    }

    @Test
    void attemptsOfTwoRequestsOfOneWork_haveDifferentCorrelationIds() throws Exception {
        Correlation.Scope scope = Correlation.open(CorrelationId.parse("work"));
        try (scope;
                ScriptedServer server = ScriptedServer.replying(CREATED)) {
            client.send(RetryableRequest.post(server.uri()).json("{}").build());
            client.send(RetryableRequest.post(server.uri()).json("{}").build());

            assertThat(server.seen().stream().map(seen -> seen.header("Correlation-Id")))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void withoutACurrentId_allAttemptsDescendFromOneFreshOne() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            CorrelationId first = answer.attempts().get(0).correlationId();
            CorrelationId root =
                    CorrelationId.parse(first.value().substring(0, first.value().indexOf('.')));
            assertThat(answer.attempts()).allMatch(it -> it.correlationId().isDescendantOf(root));
            assertThat(Correlation.current()).isEmpty();
        }
    }

    @Test
    void idWithoutRoomForAnExtension_isReplacedAndBothAreLogged() throws Exception {
        CorrelationId full = CorrelationId.parse("a".repeat(64) + "." + "b".repeat(63));
        Correlation.Scope scope = Correlation.open(full);
        try (scope;
                ScriptedServer server = ScriptedServer.replying(CREATED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            ILoggingEvent replacing = line("Replacing correlation id");
            ILoggingEvent replaced = line("Replaced correlation id");
            String fresh = String.valueOf(replaced.getMDCPropertyMap().get(Correlation.MDC_KEY));
            assertThat(replacing.getMDCPropertyMap()).containsEntry(Correlation.MDC_KEY, full.value());
            assertThat(replacing.getFormattedMessage()).contains("[new_corr_id=" + fresh + "]");
            assertThat(replaced.getFormattedMessage()).contains("[old_corr_id=" + full + "]");
            assertThat(answer.attempts().get(0).correlationId().isDescendantOf(CorrelationId.parse(fresh)))
                    .isTrue();
        }
    }

    @Test
    void logLinesAndListener_areUnderTheAttemptsId() throws Exception {
        try (ScriptedServer server = ScriptedServer.replying(UNAVAILABLE, CREATED)) {
            Answer answer =
                    client.send(RetryableRequest.post(server.uri()).json("{}").build());

            CorrelationId first = answer.attempts().get(0).correlationId();
            CorrelationId second = answer.attempts().get(1).correlationId();
            assertThat(recorder.current)
                    .containsExactly(Optional.of(first), Optional.of(first), Optional.of(second), Optional.of(second));
            assertThat(log.list.stream()
                            .filter(event -> event.getLevel() == Level.INFO)
                            .map(event -> event.getMDCPropertyMap().get(Correlation.MDC_KEY)))
                    .containsExactly(first.value(), second.value());
            assertThat(recorder.started)
                    .isEqualTo(answer.attempts().stream().map(Attempt::id).toList());
            assertThat(recorder.finished).isEqualTo(answer.attempts());
        }
    }

    private ILoggingEvent line(String beginning) {
        return log.list.stream()
                .filter(event -> event.getFormattedMessage().startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }
}
