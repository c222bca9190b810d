package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.BODY;
import static io.counterfoil.http.Endpoint.START;
import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.assertProblem;
import static io.counterfoil.http.Endpoint.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.BodyFieldReader;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.event.IdempotencyEvent;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("RQ-18")
class KeyLifetimeTest {

    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private final SettableClock clock = SettableClock.at(START);
    private final HttpPolicy policy = HttpPolicy.DEFAULT.withKey(
            keys -> keys.withLifetime(KeyLifetime.of(HALF_AN_HOUR).measuredBy(clock)));
    private final Endpoint endpoint = Endpoint.under(policy);

    private static String made(Instant at) {
        return new UUID((at.toEpochMilli() << 16) | 0x7abc, 0x8123456789abcdefL).toString();
    }

    private static Head keyed(Instant made) {
        return Head.keyed(made(made));
    }

    @Test
    void expiredKey_isReplayedUntilPurge_thenRejected() {
        assertOriginal(endpoint.send(keyed(START)));

        pass(Duration.ofMinutes(59));
        assertDuplicate(endpoint.send(keyed(START)));

        pass(Duration.ofMinutes(2));
        assertThat(endpoint.store.purge(10)).isOne();
        assertExpired(endpoint.send(keyed(START)));
        assertExpired(endpoint.send(keyed(START)));
        assertThat(endpoint.executions()).isOne();
    }

    private void pass(Duration time) {
        clock.advance(time);
        endpoint.clock.advance(time);
    }

    private static void assertExpired(Response response) {
        assertProblem(response, 422, ProblemTypes.KEY_EXPIRED, "Idempotency-Key");
        assertThat(Endpoint.body(response))
                .contains("is older than PT30M and has no record; this request is not executed, an earlier one may");
    }

    @Test
    void refusal_isLogged_withItsReason() {
        Instant made = START.minus(Duration.ofHours(1));
        try (LogLines log = new LogLines()) {
            endpoint.send(keyed(made).with("Idempotency-Attempt", "2"));

            assertThat(log.text())
                    .contains("WARN Request rejected [request_id=" + made(made)
                            + "] [client=(anonymous)] [attempt=2] [reason=KeyExpired]")
                    .doesNotContain("Request executed");
        }
    }

    @Test
    @Tag("RQ-8")
    void expiredKey_withoutARecord_isRejectedNotExecuted() {
        for (boolean leased : new boolean[] {false, true}) {
            List<String> events = new ArrayList<>();
            InMemoryStore store = new InMemoryStore(clock);
            Idempotency engine =
                    leased ? Idempotency.on(store, LeasePolicy.DEFAULT) : Idempotency.on((ClaimStore) store);
            HttpIdempotency guarded = new HttpIdempotency(
                    engine.with((IdempotencyEvent event) ->
                            events.add(event.getClass().getSimpleName())),
                    policy,
                    ClientResolver.ANONYMOUS);

            assertExpired(execute(guarded, START.minus(Duration.ofHours(1)), 201));

            assertThat(events).as("leased: " + leased).containsExactly("Rejected");
        }
    }

    @Test
    void lifetime_endsWithItsLastMillisecond() {
        assertOriginal(endpoint.send(keyed(START.minus(HALF_AN_HOUR))));
        assertExpired(endpoint.send(keyed(START.minus(HALF_AN_HOUR).minusMillis(1))));
        assertThat(endpoint.executions()).isOne();
    }

    @Test
    void keyThatWasNotRemembered_isRefused_onceItIsOver() {
        endpoint.send(keyed(START), text(503, "later"));
        pass(Duration.ofMinutes(31));

        assertExpired(endpoint.send(keyed(START)));
        assertThat(endpoint.executions()).isOne();
    }

    @Test
    void keyFromAhead_isTakenWithinTheTolerance() {
        assertOriginal(endpoint.send(keyed(START.plus(KeyLifetime.TOLERANCE))));
        Response refused = endpoint.send(keyed(START.plus(KeyLifetime.TOLERANCE).plusMillis(1)));

        assertProblem(refused, 400, ProblemTypes.BAD_HEADER, "Idempotency-Key");
        assertThat(Endpoint.body(refused)).contains("has a time that is more than PT5M ahead of this server's");
        assertThat(endpoint.executions()).isOne();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "k",
                "1",
                "8e03978e-40d5-43dd-bc93-6894a57f9324",
                "019b7cc6-6b88-7abc-c123-456789abcdef",
                "019b7cc6-6b88-7abc-7123-456789abcdef",
                "019b7cc66b887abc8123456789abcdef",
                "019b7cc6-6b88-7abc-8123-456789abcde",
                "019b7cc6-6b88-7abc-8123-456789abcdeg",
                "019b7cc6-6b88-7abc-8123-456789abcdef0"
            })
    void keyThatIsNoUuidV7_isABadKey(String key) {
        Response refused = endpoint.send(Head.keyed(key));

        assertProblem(refused, 400, ProblemTypes.BAD_HEADER, "Idempotency-Key");
        assertThat(Endpoint.body(refused)).contains("is not a UUIDv7, which this endpoint requires");
        assertThat(endpoint.executions()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8", "9", "a", "B"})
    void uuidV7_isReadInEitherCase_andComparedAsItIs(String variant) {
        String key = made(START).substring(0, 19) + variant + "123-456789abcdef";

        assertOriginal(endpoint.send(Head.keyed(key)));
        assertOriginal(endpoint.send(Head.keyed(key.replace("abcdef", "ABCDEF"))));
        assertDuplicate(endpoint.send(Head.keyed(key)));
    }

    @Test
    @Tag("RQ-1")
    void keyElsewhere_hasALifetimeToo() {
        Endpoint query = Endpoint.under(policy.withKey(keys -> keys.withSource(KeySource.query("key"))));
        Endpoint body =
                Endpoint.under(policy.withKey(keys -> keys.withSource(KeySource.body("key", BodyFieldReader.WHOLE))));
        String over = made(START.minus(Duration.ofHours(1)));

        assertProblem(query.send(Head.post("/a").withQuery("key=" + over)), 422, ProblemTypes.KEY_EXPIRED, "key");
        assertProblem(body.send(Head.post("/a"), over.getBytes(UTF_8)), 422, ProblemTypes.KEY_EXPIRED, "key");
        assertProblem(query.send(Head.post("/a").withQuery("key=k")), 400, ProblemTypes.BAD_KEY, "key");
        assertProblem(body.send(Head.post("/a"), "k".getBytes(UTF_8)), 400, ProblemTypes.BAD_KEY, "key");
        assertThat(query.executions() + body.executions()).isZero();
    }

    @Test
    void requiredKey_thatIsMissing_isSaidWithItsLifetime() {
        Response refused =
                Endpoint.under(policy.withKey(keys -> keys.withRequired(true))).send(Head.post("/a"));

        assertProblem(refused, 400, ProblemTypes.KEY_MISSING, "Idempotency-Key");
        assertThat(Endpoint.body(refused)).contains("Idempotency-Key, a UUIDv7 of at most PT30M");
    }

    @Test
    @Tag("RQ-13")
    void keyAge_inLeaseMode_limitsNewClaimsButNotTakeovers() {
        SettableClock leases = SettableClock.at(START);
        HttpIdempotency rerun = new HttpIdempotency(
                Idempotency.on(
                        new InMemoryStore(leases), new LeasePolicy(Duration.ofSeconds(30), OnExpiry.RERUN, Set.of())),
                policy,
                ClientResolver.ANONYMOUS);
        for (int i = 0; i < 2; i++) {
            assertExpired(execute(rerun, START.minus(Duration.ofHours(1)), 201));
        }
        Response failed = execute(rerun, START, 500);
        assertThat(failed.status()).isEqualTo(500);
        clock.advance(Duration.ofHours(1));
        leases.advance(Duration.ofHours(1));

        assertThat(execute(rerun, START, 201).status()).isEqualTo(201);
    }

    private static Response execute(HttpIdempotency guarded, Instant made, int status) {
        Admission.Keyed keyed = (Admission.Keyed) guarded.admit(keyed(made));
        return guarded.execute(keyed, BODY, right -> text(status, "made"));
    }

    @Test
    @Tag("RQ-4")
    void retentionThatEndsBeforeTheKeyIsRefusedEverywhere_cannotBe() {
        Retention least = Retention.of(Duration.ofMinutes(40));
        Retention shorter = Retention.of(Duration.ofMinutes(40).minusMillis(1));

        guarding(IdempotencyPolicy.DEFAULT.withRetention(
                records -> records.withNamed(least).withAnonymous(least)));
        guarding(IdempotencyPolicy.DEFAULT.withRetention(
                records -> records.withNamed(Retention.FOREVER).withAnonymous(Retention.FOREVER)));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> guarding(IdempotencyPolicy.DEFAULT.withRetention(records -> records.withNamed(shorter))))
                .withMessage("key.lifetime is PT30M and needs a retention.named of at least PT40M, not PT39M59.999S");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        guarding(IdempotencyPolicy.DEFAULT.withRetention(records -> records.withAnonymous(shorter))))
                .withMessage(
                        "key.lifetime is PT30M and needs a retention.anonymous of at least PT40M, not PT39M59.999S");
    }

    private HttpIdempotency guarding(IdempotencyPolicy engine) {
        return new HttpIdempotency(
                Idempotency.on(new InMemoryStore(clock)).with(engine), policy, ClientResolver.ANONYMOUS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "P3651D"})
    void lifetimeOutOfItsLimits_isRefused(Duration lifetime) {
        assertThatThrownBy(() -> KeyLifetime.of(lifetime))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key.lifetime must be positive and at most PT87600H, but is " + lifetime);
        assertThat(KeyLifetime.of(KeyLifetime.LONGEST).duration()).isEqualTo(Duration.ofDays(3650));
    }
}
