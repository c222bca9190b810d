package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.BODY;
import static io.counterfoil.http.Endpoint.IMPATIENT;
import static io.counterfoil.http.Endpoint.body;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.maintenance.UnknownOutcomes;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpIdempotencyTest {

    private final SettableClock clock = SettableClock.at(Endpoint.START);
    private final InMemoryStore store = new InMemoryStore(clock);
    private final List<String> executions = new ArrayList<>();

    private final HttpIdempotency idempotency = with(HttpPolicy.DEFAULT);

    private HttpIdempotency with(HttpPolicy policy) {
        return new HttpIdempotency(
                Idempotency.on(store).with(IMPATIENT), policy, ClientResolver.header("X-Client-Name"));
    }

    private HttpIdempotency with(IdempotencyPolicy policy) {
        return on(Idempotency.on(store).with(policy));
    }

    private static HttpIdempotency on(Idempotency engine) {
        return new HttpIdempotency(engine, HttpPolicy.DEFAULT, ClientResolver.header("X-Client-Name"));
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-8")
    @Tag("RQ-9")
    @Tag("RQ-10")
    void duplicate_getsTheFirstResponse_andIsTold() {
        Response made = response(201, "{\"id\":7}")
                .with("Location", "/things/7")
                .with("Date", "yesterday")
                .with("Set-Cookie", "a=b")
                .with("Connection", "close");
        Response first = send(Head.keyed("k").with("Idempotency-Attempt", "1"), made);
        clock.advance(Duration.ofMinutes(1));
        Response second = send(Head.keyed("k").with("Idempotency-Attempt", "2"), response(500, "unreached"));

        assertThat(executions).hasSize(1);
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(made.body());
        assertThat(second.header("Location")).contains("/things/7");
        assertThat(second.header("Content-Type")).contains("application/json");
        assertThat(List.of(second.header("Date"), second.header("Set-Cookie"), second.header("Connection")))
                .allMatch(Optional::isEmpty);
        assertThat(first.header("Idempotency-Replayed")).contains("false");
        assertThat(first.header("Idempotency-Attempt")).contains("1");
        assertThat(first.header("Idempotency-First-Received")).isEmpty();
        assertThat(second.header("Idempotency-Replayed")).contains("true");
        assertThat(second.header("Idempotency-Attempt")).contains("2");
        assertThat(second.header("Idempotency-First-Attempt")).contains("1");
        assertThat(second.header("Idempotency-First-Received")).contains("2026-01-02T03:04:05Z");
        assertThat(second.header("Idempotency-Request-Count")).contains("2");
    }

    @Test
    @Tag("RQ-3")
    @Tag("RQ-5")
    @Tag("RQ-16")
    void otherPathMethodOrClient_isAnotherRequest() {
        List<Head> requests = List.of(
                Head.keyed("k"),
                Head.post("/b").with("Idempotency-Key", "k"),
                new Head("PATCH", "/a", List.of(new HeaderField("Idempotency-Key", "k"))),
                Head.keyed("k").with("X-Client-Name", "one"),
                Head.keyed("k").with("X-Client-Name", "two"));

        requests.forEach(request -> assertThat(
                        send(request, response(200, request.toString())).body())
                .isEqualTo(request.toString().getBytes(UTF_8)));

        assertThat(executions).hasSize(requests.size());
    }

    @Test
    @Tag("RQ-11")
    void otherBody_underAUsedKey_isRefused() {
        send(Head.keyed("k"), response(200, "first"));

        Response refused = idempotency.execute(admitted(Head.keyed("k")), "other".getBytes(UTF_8), right -> {
            throw new AssertionError("executed");
        });

        assertThat(refused.status()).isEqualTo(422);
        assertThat(body(refused)).contains(ProblemTypes.KEY_REUSED).contains("\"field\":\"body\"");
        assertThat(refused.header("Idempotency-Replayed")).contains("false");
    }

    @Test
    @Tag("RQ-12")
    void duplicateOfARunningRequest_isInProgress() {
        Response first = idempotency.execute(admitted(Head.keyed("k")), BODY, right -> {
            Response duplicate = send(Head.keyed("k"), response(200, "unreached"));
            assertThat(duplicate.status()).isEqualTo(409);
            assertThat(duplicate.header("Retry-After")).contains("1");
            assertThat(body(duplicate)).contains(ProblemTypes.REQUEST_IN_PROGRESS);
            return response(200, "first");
        });

        assertThat(first.status()).isEqualTo(200);
        assertThat(executions).isEmpty();
    }

    @ParameterizedTest
    @Tag("RQ-14")
    @ValueSource(ints = {200, 201, 204, 302, 400, 404, 409, 422})
    void successAndRefusal_areRemembered(int status) {
        send(Head.keyed("k"), response(status, "answer"));
        send(Head.keyed("k"), response(status, "answer"));
        assertThat(executions).hasSize(1);
    }

    @ParameterizedTest
    @Tag("RQ-14")
    @ValueSource(ints = {408, 425, 429, 500, 502, 503})
    void passingFailure_isNotRemembered(int status) {
        Response failed = send(Head.keyed("k"), response(status, "failure"));
        assertThat(failed.status()).isEqualTo(status);
        assertThat(failed.header("Idempotency-Replayed")).contains("false");

        assertThat(send(Head.keyed("k"), response(201, "answer")).status()).isEqualTo(201);
        assertThat(executions).hasSize(2);
    }

    @Test
    @Tag("RQ-13")
    void exceptionOfTheHandler_isHandedOn_andForgotten() {
        assertThatThrownBy(() -> idempotency.execute(admitted(Head.keyed("k")), BODY, right -> {
                    throw new IOException("broken");
                }))
                .hasMessage("broken");
        assertThat(send(Head.keyed("k"), response(201, "answer")).status()).isEqualTo(201);
    }

    @Test
    @Tag("RQ-15")
    void oversizeResponse_isPassedOnWhole_andNeverReplayedInPart() {
        HttpIdempotency small = with(IMPATIENT.withResults(results -> results.withMaxBytes(500)));
        String large = "x".repeat(501);

        Response first = small.execute(admitted(Head.keyed("k")), BODY, right -> response(201, large));
        Response second = small.execute(admitted(Head.keyed("k")), BODY, right -> {
            throw new AssertionError("executed twice");
        });

        assertThat(body(first)).isEqualTo(large);
        assertThat(first.header("Idempotency-Stored")).contains("false");
        assertThat(second.status()).isEqualTo(409);
        assertThat(body(second)).contains(ProblemTypes.RESPONSE_NOT_STORED);
        assertThat(second.header("Idempotency-Replayed")).contains("true");
        assertThat(second.header("Idempotency-First-Received")).contains("2026-01-02T03:04:05Z");
        assertThat(second.header("Idempotency-Request-Count")).contains("2");
    }

    @Test
    @Tag("RQ-11")
    void otherBody_whileTheOriginalRuns_isRefusedAtOnce() {
        Response first = idempotency.execute(admitted(Head.keyed("k")), BODY, right -> {
            Response other = idempotency.execute(admitted(Head.keyed("k")), "other".getBytes(UTF_8), inner -> {
                throw new AssertionError("executed");
            });
            assertThat(other.status()).isEqualTo(422);
            assertThat(body(other)).contains(ProblemTypes.KEY_REUSED);
            return response(200, "first");
        });

        assertThat(first.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @Tag("RQ-12")
    @CsvSource({"1, 1", "1000, 1", "1001, 2", "2000, 2", "2999, 3"})
    void retryAfter_ofThePolicy_isRoundedUpToWholeSeconds(int millis, String seconds) {
        HttpIdempotency slow =
                with(IMPATIENT.withDuplicates(duplicates -> duplicates.withRetryAfter(Duration.ofMillis(millis))));
        slow.execute(admitted(Head.keyed("k")), BODY, right -> {
            Response duplicate = slow.execute(admitted(Head.keyed("k")), BODY, inner -> response(200, "unreached"));
            assertThat(duplicate.header("Retry-After")).contains(seconds);
            return response(200, "first");
        });
    }

    @Test
    @Tag("RQ-6")
    void client_overItsOpenRequestLimit_isRejectedWithRetryAfter() {
        HttpIdempotency one = with(IMPATIENT.withLimits(limits -> limits.withInProgressPerClient(1)));
        one.execute(admitted(Head.keyed("k").with("X-Client-Name", "shop")), BODY, right -> {
            Response tooMany = one.execute(
                    admitted(Head.keyed("l").with("X-Client-Name", "shop")), BODY, inner -> response(200, "unreached"));
            assertThat(tooMany.status()).isEqualTo(429);
            assertThat(tooMany.header("Retry-After")).contains("1");
            assertThat(tooMany.header("Idempotency-Replayed")).contains("false");
            assertThat(body(tooMany)).contains(ProblemTypes.TOO_MANY_OPEN).contains("has 1 keyed requests");
            Response other = one.execute(
                    admitted(Head.keyed("l").with("X-Client-Name", "other")), BODY, inner -> response(200, "reached"));
            assertThat(other.status()).isEqualTo(200);
            return response(200, "first");
        });
    }

    @Test
    @Tag("RQ-14")
    void refusalThatTellsItsClientToComeBack_isNotRemembered() {
        send(Head.keyed("k"), response(409, "in progress elsewhere").with("Retry-After", "1"));
        assertThat(send(Head.keyed("k"), response(201, "answer")).status()).isEqualTo(201);

        send(Head.keyed("l"), response(202, "accepted").with("Retry-After", "1"));
        assertThat(send(Head.keyed("l"), response(201, "unreached")).status()).isEqualTo(202);
    }

    @Test
    @Tag("RQ-14")
    void refusal_isForgotten_whereThePolicySaysSo() {
        HttpIdempotency forgetful = with(IMPATIENT.withResults(results -> results.withRememberRefusals(false)));
        assertThat(forgetful
                        .execute(admitted(Head.keyed("k")), BODY, right -> response(422, "no"))
                        .status())
                .isEqualTo(422);
        assertThat(forgetful
                        .execute(admitted(Head.keyed("k")), BODY, right -> response(201, "yes"))
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @Tag("RQ-13")
    @ValueSource(ints = {500, 503})
    void failureUnderLease_leavesUnknownOutcome_untilSettled(int status) {
        HttpIdempotency leased = on(Idempotency.on(store, LeasePolicy.DEFAULT).with(IMPATIENT));
        Response failed = leased.execute(admitted(Head.keyed("k")), BODY, right -> response(status, "failed"));
        Response retried = leased.execute(admitted(Head.keyed("k")), BODY, right -> response(200, "unreached"));

        assertThat(failed.status()).isEqualTo(status);
        assertThat(failed.header("Idempotency-Replayed")).contains("false");
        assertThat(retried.status()).isEqualTo(409);
        assertThat(body(retried)).contains(ProblemTypes.OUTCOME_UNKNOWN);
        assertThat(retried.header("Idempotency-Replayed")).contains("true");
        assertThat(retried.header("Retry-After")).isEmpty();

        new UnknownOutcomes(store, IMPATIENT)
                .didNotHappen(admitted(Head.keyed("k")).key().orElseThrow());
        assertThat(leased.execute(admitted(Head.keyed("k")), BODY, right -> response(201, "done"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    @Tag("RQ-13")
    void requestPutOffUnderALease_isFreeAtOnce() {
        HttpIdempotency leased = on(Idempotency.on(store, LeasePolicy.DEFAULT).with(IMPATIENT));
        leased.execute(admitted(Head.keyed("k")), BODY, right -> response(429, "later"));
        assertThat(leased.execute(admitted(Head.keyed("k")), BODY, right -> response(201, "done"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    @Tag("RQ-13")
    void handler_runsOnce_alsoWhereItsUnitLostAConflict() {
        ConflictingStore conflicting = new ConflictingStore(store);
        HttpIdempotency guarded = on(Idempotency.on(conflicting).with(IMPATIENT));

        Response lost = guarded.execute(admitted(Head.keyed("k")), BODY, right -> {
            executions.add("k");
            return response(201, "undone");
        });

        assertThat(executions).hasSize(1);
        assertThat(lost.status()).isEqualTo(503);
        assertThat(lost.header("Retry-After")).contains("1");
    }

    @Test
    @Tag("RQ-13")
    void repeatableHandler_runsAgain_whereItsUnitLostAConflict() {
        ConflictingStore conflicting = new ConflictingStore(store, new AtomicInteger(2));
        HttpIdempotency guarded = on(Idempotency.on(conflicting).with(IMPATIENT));

        Response response = guarded.execute(admitted(Head.keyed("k")), BODY, new KeyedHandler<RuntimeException>() {
            @Override
            public Response handle(Optional<KeyedExecution> right) {
                executions.add("k");
                return response(201, "run " + executions.size());
            }

            @Override
            public boolean isRepeatable() {
                return true;
            }
        });

        assertThat(response.status()).isEqualTo(201);
        assertThat(executions).hasSize(3);
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("run 3");
    }

    @Test
    @Tag("LG-5")
    void handlerThatRecognisesADuplicateItself_isBelieved() {
        Response told = send(Head.keyed("k"), response(201, "object").with("Idempotency-Replayed", "true"));
        assertThat(told.headers().stream().filter(field -> field.name().equals("Idempotency-Replayed")))
                .containsExactly(new HeaderField("Idempotency-Replayed", "true"));
    }

    @Test
    @Tag("RQ-13")
    void storeThatFails_isToldAsRetryable_andIsLoggedInOneLine() {
        Response unavailable;
        List<String> logged;
        try (LogLines lines = new LogLines()) {
            unavailable =
                    idempotency.execute(admitted(Head.keyed("k").with("Idempotency-Attempt", "1")), BODY, right -> {
                        throw new StoreException("committing", new IOException("gone"));
                    });
            logged = lines.text().lines().toList();
        }

        assertThat(logged)
                .filteredOn(line -> line.startsWith("ERROR"))
                .singleElement()
                .asString()
                .startsWith("ERROR Store of records failed [request_id=k]")
                .endsWith("[reason=committing: java.io.IOException: gone]");
        assertThat(logged.subList(0, logged.indexOf("DEBUG Store of records failed")))
                .as("without a trace")
                .doesNotContain("committing", "gone");

        assertThat(unavailable.status()).isEqualTo(503);
        assertThat(unavailable.header("Retry-After")).contains("1");
        assertThat(unavailable.header("Idempotency-Attempt")).contains("1");
        assertThat(body(unavailable))
                .contains(ProblemTypes.STORE_UNAVAILABLE, "whether the request was executed is unknown")
                .doesNotContain("gone");
    }

    @Test
    @Tag("RQ-13")
    void storeFailure_beforeExecution_returns503AndLogsOneLine() {
        StoreException failure = new StoreException("beginning a transaction", new IOException("no\n  connection"));
        HttpIdempotency unreachable =
                on(Idempotency.on(new UnreachableStore(store, failure)).with(IMPATIENT));

        Response unavailable;
        String logged;
        try (LogLines lines = new LogLines()) {
            unavailable = unreachable.execute(admitted(Head.keyed("k")), BODY, right -> response(201, "never made"));
            logged = lines.text();
        }

        assertThat(unavailable.status()).isEqualTo(503);
        assertThat(body(unavailable))
                .contains(ProblemTypes.STORE_UNAVAILABLE, "the request was not executed")
                .doesNotContain("connection");
        assertThat(logged.lines().filter(line -> !line.startsWith("DEBUG")).findFirst())
                .hasValue("WARN Store of records failed before the request was executed [request_id=k]"
                        + " [reason=beginning a transaction: java.io.IOException: no connection]");
        assertThat(logged).doesNotContain("ERROR");
    }

    @ParameterizedTest
    @Tag("RQ-1")
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
    void otherMethods_passUntouched(String method) {
        assertThat(idempotency.admit(new Head(method, "/a", List.of(new HeaderField("Idempotency-Key", "k")))))
                .isInstanceOf(Admission.Unkeyed.class);
    }

    @Test
    @Tag("RQ-2")
    void missingKey_isRefusedWhereItIsRequired_andPassesElsewhere() {
        assertThat(idempotency.admit(Head.post("/a"))).isInstanceOf(Admission.Unkeyed.class);
        assertThat(refusal(with(HttpPolicy.DEFAULT.withKey(keys -> keys.withRequired(true))), Head.post("/a")))
                .contains(ProblemTypes.KEY_MISSING)
                .contains("\"field\":\"Idempotency-Key\"");
    }

    @Test
    @Tag("RQ-2")
    void badHeaders_areRefusedByName() {
        assertThat(refusal(idempotency, Head.keyed("k".repeat(256))))
                .contains("Idempotency-Key")
                .contains("255");
        assertThat(refusal(idempotency, Head.keyed("a").with("Idempotency-Key", "b")))
                .contains("2 times");
        assertThat(refusal(idempotency, Head.keyed("k").with("Idempotency-Attempt", "a b")))
                .contains("Idempotency-Attempt");
        assertThat(refusal(idempotency, Head.keyed("k").with("X-Client-Name", "")))
                .contains("\"field\":\"X-Client-Name\"")
                .contains("is empty");
    }

    private Response send(Head head, Response response) {
        return idempotency.execute(admitted(head), BODY, right -> {
            executions.add(head.toString());
            return response;
        });
    }

    private Admission.Keyed admitted(Head head) {
        Admission admission = idempotency.admit(head);
        assertThat(admission).isInstanceOf(Admission.Keyed.class);
        return (Admission.Keyed) admission;
    }

    private static String refusal(HttpIdempotency idempotency, Head head) {
        Admission admission = idempotency.admit(head);
        assertThat(admission).isInstanceOf(Admission.Refused.class);
        Response response = ((Admission.Refused) admission).response();
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.header("Content-Type")).contains(Problem.MEDIA_TYPE);
        return body(response);
    }

    private static Response response(int status, String body) {
        return new Response(status, List.of(new HeaderField("Content-Type", "application/json")), body.getBytes(UTF_8));
    }
}
