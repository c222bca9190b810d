package io.counterfoil.springboot.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.KeyedHandler;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.testkit.time.SettableClock;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an observation of a guarded request says, and when it is the current one. */
class ObservationExchangeObserverTest {

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final List<Observation.Context> ended = new ArrayList<>();
    private final InMemoryStore store = new InMemoryStore(SettableClock.at(Instant.parse("2026-01-01T00:00:00Z")));
    private final HttpIdempotency http = http(Idempotency.on(store), Optional.empty());

    private HttpIdempotency http(Idempotency engine, Optional<GuardedRequestConvention> convention) {
        return new HttpIdempotency(engine, HttpPolicy.DEFAULT, ClientResolver.header("X-Client-Name"))
                .with(new ObservationExchangeObserver(registry, convention));
    }

    @BeforeEach
    void handle() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onStop(Observation.Context context) {
                ended.add(context);
            }
        });
    }

    private record Head(String method, Map<String, String> fields) implements RequestHead {

        @Override
        public String path() {
            return "/orders/secret-7";
        }

        @Override
        public Optional<String> query() {
            return Optional.empty();
        }

        @Override
        public List<String> headers(String name) {
            return Optional.ofNullable(fields.get(name)).stream().toList();
        }

        @Override
        public Optional<String> principal() {
            return Optional.empty();
        }
    }

    private static final Head KEYED =
            new Head("POST", Map.of("Idempotency-Key", "k-1", "Idempotency-Attempt", "3", "X-Client-Name", "alice"));

    private static Response created(int status) {
        return new Response(status, List.of(), new byte[0]);
    }

    private static <X extends Exception> Response send(HttpIdempotency http, KeyedHandler<X> handler) throws X {
        return http.execute((Admission.Keyed) http.admit(KEYED), new byte[0], handler);
    }

    private Map<String, String> low() {
        assertThat(ended).hasSize(1);
        return map(ended.get(0).getLowCardinalityKeyValues());
    }

    private static Map<String, String> map(KeyValues values) {
        Map<String, String> map = new TreeMap<>();
        for (KeyValue value : values) {
            map.put(value.getKey(), value.getValue());
        }
        return map;
    }

    private static Map<String, String> tags(String mode, String outcome, String status) {
        return Map.of("method", "POST", "mode", mode, "outcome", outcome, "status", status);
    }

    @Test
    void executedHandler_runsWithinTheCurrentObservation() {
        send(http, right -> {
            assertThat(registry.getCurrentObservation()).isNotNull();
            return created(201);
        });

        assertThat(low()).isEqualTo(tags("transactional", "executed", "2xx"));
        assertThat(ended.get(0).getName()).isEqualTo("counterfoil.request");
        assertThat(map(ended.get(0).getHighCardinalityKeyValues()))
                .isEqualTo(Map.of("request.id", "k-1", "client", "alice", "attempt", "3"));
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void duplicate_isReplayed() {
        send(http, right -> created(201));
        ended.clear();

        send(http, right -> created(500));

        assertThat(low()).isEqualTo(tags("transactional", "replayed", "2xx"));
    }

    @Test
    void handlerThatThrows_isFailed_withItsError() {
        IllegalStateException failure = new IllegalStateException("out of paper");

        assertThatThrownBy(() -> send(http, right -> {
                    throw failure;
                }))
                .isSameAs(failure);

        assertThat(low()).isEqualTo(tags("transactional", "failed", "none"));
        assertThat(ended.get(0).getError()).isSameAs(failure);
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void leaseMode_isTold() {
        send(http(Idempotency.on(store, LeasePolicy.DEFAULT), Optional.empty()), right -> created(204));

        assertThat(low()).isEqualTo(tags("lease", "executed", "2xx"));
    }

    @Test
    void refusedRequest_isObserved_withoutAKey() {
        Admission admission = http.admit(new Head("POST", Map.of("Idempotency-Key", "")));

        assertThat(admission).isInstanceOf(Admission.Refused.class);
        assertThat(low()).isEqualTo(tags("transactional", "refused", "4xx"));
        assertThat(ended.get(0).getHighCardinalityKeyValues()).isEmpty();
    }

    @Test
    void ownConvention_takesThePlaceOfTheDefault() {
        GuardedRequestConvention own = new GuardedRequestConvention() {
            @Override
            public String getName() {
                return "shop.orders";
            }

            @Override
            public KeyValues getHighCardinalityKeyValues(GuardedRequestConvention.Context context) {
                return KeyValues.of("path", context.head().path());
            }
        };

        send(http(Idempotency.on(store), Optional.of(own)), right -> created(201));

        assertThat(ended.get(0).getName()).isEqualTo("shop.orders");
        assertThat(map(ended.get(0).getHighCardinalityKeyValues())).isEqualTo(Map.of("path", "/orders/secret-7"));
    }
}
