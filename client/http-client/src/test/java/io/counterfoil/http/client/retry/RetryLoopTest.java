package io.counterfoil.http.client.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.client.FakeTime;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.retry.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules without any transport. */
class RetryLoopTest {

    private static final URI ORDERS = URI.create("http://127.0.0.1/orders");
    private static final Set<Integer> ALWAYS = Set.of(408, 425, 429, 502, 503, 504);

    private final FakeTime time = new FakeTime();
    private final RetrySettings retries = RetrySettings.DEFAULT
            .withClock(time.clock)
            .withTiming(new RetryTiming(
                    () -> 0, time, RetrySettings.DEFAULT.timing().random()));

    static IntStream statuses() {
        return IntStream.rangeClosed(100, 599);
    }

    @ParameterizedTest
    @Tag("RC-4")
    @MethodSource("statuses")
    void everyStatus_isRetryableOnlyWhereThatIsSafe(int status) throws Exception {
        assertThat(isTriedAgain(received(status, Map.of(), "")))
                .as("%s", status)
                .isEqualTo(ALWAYS.contains(status));
        assertThat(isTriedAgain(received(status, Map.of("Retry-After", "1"), "")))
                .as("%s with Retry-After", status)
                .isEqualTo(ALWAYS.contains(status) || status >= 500);
        ReceivedResponse inProgress = received(
                status,
                Map.of("Content-Type", "application/problem+json"),
                "{\"type\":\"" + ProblemTypes.REQUEST_IN_PROGRESS + "\"}");
        assertThat(isTriedAgain(inProgress))
                .as("%s in progress", status)
                .isEqualTo(ALWAYS.contains(status) || status == 409);
    }

    static Stream<IOException> neverArrived() {
        return Stream.of(new ConnectException("refused"), new UnknownHostException("nowhere"));
    }

    @ParameterizedTest
    @Tag("RC-4")
    @MethodSource("neverArrived")
    void failureThatNeverArrived_leavesNoEffectPossible(IOException failure) throws Exception {
        RetryableRequest intention = intention();
        RetryLoop loop = retries.begin(intention);
        loop.next();
        assertThat(intention.effectPossible()).isTrue();

        assertThat(loop.failed(failure)).isInstanceOf(RetryDecision.Retry.class);

        assertThat(intention.effectPossible()).isFalse();
    }

    @Test
    @Tag("RC-1")
    @Tag("RC-2")
    @Tag("RC-6")
    void try_saysWhatIsToBeSentAndForHowLong() throws Exception {
        RetryableRequest intention =
                RetryableRequest.post(ORDERS).requestId(new RequestId("k")).build();

        PendingAttempt attempt = retries.begin(intention).next();

        assertThat(attempt.number()).isEqualTo(1);
        assertThat(attempt.timeout()).isEqualTo(RetryPolicy.DEFAULT.attemptTimeout());
        assertThat(attempt.headers())
                .containsExactly(
                        new HeaderField(HeaderNames.DEFAULT.idempotencyKey(), "\"k\""),
                        new HeaderField(
                                HeaderNames.DEFAULT.attempt(), attempt.id().value()),
                        new HeaderField(
                                HeaderNames.DEFAULT.correlationId(),
                                attempt.correlationId().value()));
        assertThat(retries.begin(RetryableRequest.put(ORDERS).withoutKey().build())
                        .next()
                        .headers())
                .extracting(HeaderField::name)
                .doesNotContain(HeaderNames.DEFAULT.idempotencyKey())
                .hasSize(2);
    }

    @Test
    void callsOutOfOrder_areRefused() throws Exception {
        RetryLoop loop = retries.begin(intention());
        assertThatThrownBy(() -> loop.answered(received(200, Map.of(), ""))).isInstanceOf(IllegalStateException.class);
        loop.next();
        assertThatThrownBy(loop::next).isInstanceOf(IllegalStateException.class);
    }

    /** A journal that takes long to keep the intention, say. */
    @Test
    @Tag("RC-2")
    void firstTry_isNotMadeWhenTheTimeIsUpBeforeIt() {
        RetryableRequest intention = intention();
        RetryLoop loop = retries.begin(intention);
        time.clock.advance(RetryPolicy.DEFAULT.retention().duration().orElseThrow());

        assertThatThrownBy(loop::next)
                .isInstanceOf(RetriesExhaustedException.class)
                .hasMessageContaining("retention of PT24H")
                .hasMessageContaining("nothing was executed");
        assertThat(intention.effectPossible()).isFalse();
    }

    @Test
    @Tag("RC-2")
    void answerThatComesAfterTheCancellation_isGivenUp() throws Exception {
        RetryableRequest intention = intention();
        RetryLoop loop = retries.begin(intention);
        loop.next();
        loop.cancelled();

        RetryDecision verdict = loop.answered(received(201, Map.of(), ""));

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        RetryDecision.GiveUp.class,
                        gaveUp -> assertThat(gaveUp.why()).hasMessageContaining("cancelled"));
        assertThatThrownBy(loop::next).isInstanceOf(RetriesExhaustedException.class);
        assertThat(intention.effectPossible()).isTrue();
    }

    @Test
    @Tag("RC-3")
    @Tag("RC-5")
    void duplicateUnderADerivedId_isExpected() throws Exception {
        RetryableRequest derived = RetryableRequest.post(ORDERS)
                .derivedRequestId(new RequestId("order-of-cart-17"))
                .build();
        RetryLoop loop = retries.withFailOnUnexpectedDuplicates(true).begin(derived);
        loop.next();

        RetryDecision verdict = loop.answered(received(201, Map.of("Idempotency-Replayed", "true"), ""));

        assertThat(verdict).isInstanceOf(RetryDecision.Done.class);
    }

    @Test
    @Tag("RC-3")
    void duplicate_withTheSharedAttemptPrefix_isExpected() throws Exception {
        RetryableRequest intention = intention();
        RetryLoop loop = retries.begin(intention);
        String own = loop.next().id().value();
        String prefix = intention.asEntry(Set.of()).attemptPrefix();
        assertThat(own).startsWith(prefix + ".");

        RetryDecision explained = loop.answered(received(
                201, Map.of("Idempotency-Replayed", "true", "Idempotency-First-Attempt", prefix + ".other.7"), ""));
        RetryLoop again = retries.begin(intention);
        again.next();
        RetryDecision strange = again.answered(
                received(201, Map.of("Idempotency-Replayed", "true", "Idempotency-First-Attempt", "stranger.1"), ""));

        assertThat(answer(explained).unexpectedDuplicate()).isEmpty();
        assertThat(answer(strange).unexpectedDuplicate()).isPresent();
    }

    private static Answer answer(RetryDecision decision) {
        assertThat(decision).isInstanceOf(RetryDecision.Done.class);
        return ((RetryDecision.Done) decision).answer();
    }

    @Test
    @Tag("RC-3")
    void unexpectedDuplicate_isThrownWithItsResponse() throws Exception {
        RetryLoop loop = retries.withFailOnUnexpectedDuplicates(true).begin(intention());
        AttemptId attempt = loop.next().id();

        assertThatThrownBy(() -> loop.answered(received(201, Map.of("Idempotency-Replayed", "true"), "other")))
                .isInstanceOfSatisfying(UnexpectedDuplicateException.class, thrown -> {
                    assertThat(thrown.duplicate().attempt()).isEqualTo(attempt);
                    assertThat(thrown.answer().text()).isEqualTo("other");
                    assertThat(thrown.answer().body()).isEqualTo("other".getBytes(StandardCharsets.UTF_8));
                    assertThat(thrown.answer()).hasToString("Answer[201, replayed, attempts=1]");
                });
    }

    @Test
    @Tag("RC-6")
    void attempt_lastsUntilItsResponse() throws Exception {
        Iterator<Long> readings = List.of(0L, 0L, 5L, 12L).iterator();
        AtomicLong last = new AtomicLong();
        RetryLoop loop = RetrySettings.DEFAULT
                .withClock(time.clock)
                .withTiming(new RetryTiming(
                        () -> readings.hasNext() ? last.updateAndGet(before -> readings.next()) : last.get(),
                        time,
                        RetrySettings.DEFAULT.timing().random()))
                .begin(intention());
        loop.next();

        Answer answered = answer(loop.answered(received(200, Map.of(), "")));

        assertThat(answered.attempts()).extracting(Attempt::duration).containsExactly(Duration.ofNanos(7));
        assertThat(answered).hasToString("Answer[200, attempts=1]");
    }

    @Test
    @Tag("RC-4")
    void problemThatIsTooLong_isNotRead() throws Exception {
        String inProgress = "{\"type\":\"" + ProblemTypes.REQUEST_IN_PROGRESS + "\"}";
        Map<String, String> problem = Map.of("Content-Type", "application/problem+json");
        int most = 64 * 1024;

        assertThat(isTriedAgain(received(409, problem, inProgress + " ".repeat(most - inProgress.length()))))
                .isTrue();
        assertThat(isTriedAgain(received(409, problem, inProgress + " ".repeat(most + 1 - inProgress.length()))))
                .isFalse();
    }

    private boolean isTriedAgain(ReceivedResponse received) throws Exception {
        RetryLoop loop = retries.begin(intention());
        loop.next();
        return loop.answered(received) instanceof RetryDecision.Retry;
    }

    private static RetryableRequest intention() {
        return RetryableRequest.post(ORDERS).json("{}").build();
    }

    private static ReceivedResponse received(int status, Map<String, String> headers, String body) {
        Map<String, List<String>> fields = new HashMap<>();
        headers.forEach((name, value) -> fields.put(name, List.of(value)));
        return new ReceivedResponse(
                status, HttpHeaders.of(fields, (name, value) -> true), body.getBytes(StandardCharsets.UTF_8));
    }
}
