package io.counterfoil.http;

import static io.counterfoil.http.Endpoint.BODY;
import static io.counterfoil.http.Endpoint.IMPATIENT;
import static io.counterfoil.http.Endpoint.assertDuplicate;
import static io.counterfoil.http.Endpoint.assertOriginal;
import static io.counterfoil.http.Endpoint.text;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.BodyFieldReader;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RQ-8")
class ExchangeObserverTest {

    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Endpoint.START));
    private final List<String> seen = new ArrayList<>();
    private final HttpIdempotency watched = watched(Idempotency.on(store).with(IMPATIENT));

    private HttpIdempotency watched(Idempotency engine) {
        return new HttpIdempotency(engine, HttpPolicy.DEFAULT, ClientResolver.header("X-Client-Name"))
                .with(new Noting(seen));
    }

    private record Noting(List<String> seen) implements ExchangeObserver {

        @Override
        public ExchangeObservation begin(RequestHead head, KeyedRequest request) {
            seen.add("begin " + request.key().requestId());
            return new ExchangeObservation() {
                @Override
                public void answered(HttpOutcome outcome, Response response) {
                    seen.add(outcome + " " + response.status());
                }

                @Override
                public void failed(Throwable failure) {
                    seen.add("failed " + failure.getMessage());
                }
            };
        }

        @Override
        public void refused(RequestHead head, Response response) {
            seen.add("refused " + response.status());
        }
    }

    @Test
    void execution_andReplay_areTold() {
        send(watched, "k", text(201, "made"));
        send(watched, "k", text(500, "unreached"));

        assertThat(seen).containsExactly("begin k", "EXECUTED 201", "begin k", "REPLAYED 201");
    }

    @Test
    void answer_thatIsTold_isTheOneThatIsSent() {
        List<Response> told = new ArrayList<>();
        HttpIdempotency telling = watched.with((head, request) -> new ExchangeObservation() {
            @Override
            public void answered(HttpOutcome outcome, Response response) {
                told.add(response);
            }

            @Override
            public void failed(Throwable failure) {}
        });

        Response sent = telling.execute(
                admitted(telling, Head.keyed("k").with("Idempotency-Attempt", "1")), BODY, right -> text(201, "made"));

        assertThat(told).containsExactly(sent);
        assertThat(sent.header("Idempotency-Attempt")).contains("1");
    }

    @Test
    void failures_areTold() {
        send(watched, "k", text(500, "broken"));
        send(watched, "l", text(429, "later"));
        assertThatThrownBy(() -> watched.execute(admitted(watched, Head.keyed("m")), BODY, right -> {
                    throw new IOException("broken");
                }))
                .hasMessage("broken");
        watched.execute(admitted(watched, Head.keyed("n")), BODY, right -> {
            throw new StoreException("gone");
        });

        assertThat(seen)
                .containsExactly(
                        "begin k",
                        "FAILED 500",
                        "begin l",
                        "NOT_REMEMBERED 429",
                        "begin m",
                        "failed broken",
                        "begin n",
                        "STORE_UNAVAILABLE 503");
    }

    @Test
    void refusals_ofTheEngine_areTold() {
        watched.execute(admitted(watched, Head.keyed("k")), BODY, right -> {
            send(watched, "k", text(500, "unreached"));
            return text(201, "made");
        });
        watched.execute(admitted(watched, Head.keyed("k")), "other".getBytes(UTF_8), right -> text(500, "unreached"));

        assertThat(seen)
                .containsExactly("begin k", "begin k", "IN_PROGRESS 409", "EXECUTED 201", "begin k", "KEY_REUSED 422");
    }

    @Test
    void limits_ofTheEngine_areTold() {
        HttpIdempotency small =
                watched(Idempotency.on(store).with(IMPATIENT.withResults(results -> results.withMaxBytes(10))));
        send(small, "k", text(201, "too large"));
        send(small, "k", text(500, "unreached"));
        HttpIdempotency one =
                watched(Idempotency.on(store).with(IMPATIENT.withLimits(limits -> limits.withInProgressPerClient(1))));
        one.execute(admitted(one, Head.keyed("l").with("X-Client-Name", "shop")), BODY, right -> {
            one.execute(
                    admitted(one, Head.keyed("m").with("X-Client-Name", "shop")),
                    BODY,
                    inner -> text(500, "unreached"));
            return text(201, "made");
        });

        assertThat(seen)
                .containsExactly(
                        "begin k",
                        "NOT_STORED 201",
                        "begin k",
                        "RESPONSE_NOT_STORED 409",
                        "begin l",
                        "begin m",
                        "TOO_MANY_OPEN 429",
                        "EXECUTED 201");
    }

    @Test
    void unknownOutcome_isTold() {
        HttpIdempotency leased =
                watched(Idempotency.on(store, LeasePolicy.DEFAULT).with(IMPATIENT));
        send(leased, "k", text(500, "broken"));
        send(leased, "k", text(500, "unreached"));

        assertThat(seen).containsExactly("begin k", "FAILED 500", "begin k", "OUTCOME_UNKNOWN 409");
        assertThat(leased.isTransactional()).isFalse();
        assertThat(watched.isTransactional()).isTrue();
    }

    @Test
    void observer_beforeAnyClaim_seesOnlyRejections() {
        HttpIdempotency inBody = new HttpIdempotency(
                        Idempotency.on(store).with(IMPATIENT),
                        HttpPolicy.DEFAULT
                                .withKey(keys -> keys.withSource(KeySource.body("body", BodyFieldReader.WHOLE)))
                                .withKey(keys -> keys.withRequired(true)),
                        ClientResolver.ANONYMOUS)
                .with(new Noting(seen));

        watched.admit(Head.keyed(""));
        watched.admit(Head.post("/a").with("Idempotency-Attempt", ""));
        watched.refuse(admitted(watched, Head.keyed("k")), Problem.bodyTooLarge(1));
        inBody.execute(admitted(inBody, Head.post("/a")), new byte[0], right -> text(500, "unreached"));
        inBody.execute(admitted(inBody, Head.post("/a")), new byte[] {0}, right -> text(500, "unreached"));
        watched.admit(Head.post("/a"));
        watched.admit(Head.of("GET", "/a").with("Idempotency-Key", ""));

        assertThat(seen).containsExactly("refused 400", "refused 400", "refused 413", "refused 400", "refused 400");
    }

    @Test
    void observer_isToldWhatItWatches() {
        List<HttpIdempotency> treatments = new ArrayList<>();
        watched.with(new ExchangeObserver() {
            @Override
            public ExchangeObserver watching(HttpIdempotency treatment) {
                treatments.add(treatment);
                return NONE;
            }

            @Override
            public ExchangeObservation begin(RequestHead head, KeyedRequest request) {
                throw new AssertionError("the other one is asked");
            }
        });

        assertThat(treatments).containsExactly(watched);
    }

    @Test
    void observer_thatThrows_changesNoAnswer() {
        ExchangeObserver atTheEnd = new ExchangeObserver() {
            @Override
            public ExchangeObservation begin(RequestHead head, KeyedRequest request) {
                return new ExchangeObservation() {
                    @Override
                    public void answered(HttpOutcome outcome, Response response) {
                        throw new NoClassDefFoundError("tracer");
                    }

                    @Override
                    public void failed(Throwable failure) {
                        throw new IllegalStateException("observer");
                    }
                };
            }

            @Override
            public void refused(RequestHead head, Response response) {
                throw new IllegalStateException("observer");
            }
        };
        ExchangeObserver atTheBeginning = (head, request) -> {
            throw new IllegalStateException("observer");
        };

        try (LogLines log = new LogLines()) {
            for (ExchangeObserver failing : List.of(atTheEnd, atTheBeginning)) {
                Endpoint endpoint = Endpoint.watchedBy(failing);
                assertOriginal(endpoint.send(Head.keyed("k")));
                assertDuplicate(endpoint.send(Head.keyed("k")));
                assertThat(endpoint.send(Head.keyed("")).status()).isEqualTo(400);
                assertThatThrownBy(
                                () -> endpoint.idempotency.execute(endpoint.admitted(Head.keyed("l")), BODY, right -> {
                                    throw new IOException("broken");
                                }))
                        .hasMessage("broken");
            }
            assertThat(log.text())
                    .contains("WARN Observer of requests failed")
                    .contains("tracer")
                    .contains("observer");
        }
    }

    private static void send(HttpIdempotency idempotency, String key, Response made) {
        idempotency.execute(admitted(idempotency, Head.keyed(key)), BODY, right -> made);
    }

    private static Admission.Keyed admitted(HttpIdempotency idempotency, Head head) {
        return (Admission.Keyed) idempotency.admit(head);
    }
}
