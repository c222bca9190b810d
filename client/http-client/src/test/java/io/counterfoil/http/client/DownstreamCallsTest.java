package io.counterfoil.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.RetriesExhaustedException;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicate;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.testkit.network.ScriptedReply;
import io.counterfoil.testkit.network.ScriptedServer;
import io.counterfoil.testkit.network.SeenRequest;
import io.counterfoil.testkit.time.ManualScheduler;
import io.counterfoil.testkit.time.SettableClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A service that calls another: its handler fails in the middle, runs again in the client's next attempt, and makes its calls
 * again, under the same request IDs. The other service is a real one, over HTTP.
 */
@Tag("RC-5")
@Timeout(600)
class DownstreamCallsTest {

    private final List<String> effects = new CopyOnWriteArrayList<>();
    private final List<UnexpectedDuplicate> unexpected = new CopyOnWriteArrayList<>();

    private final HttpIdempotency stock = new HttpIdempotency(
            Idempotency.on(new InMemoryStore(Clock.systemUTC())),
            HttpPolicy.DEFAULT,
            ClientResolver.header("X-Client-Name"));

    private final HttpIdempotency orders = new HttpIdempotency(
            Idempotency.builder(new InMemoryStore(Clock.systemUTC()), LeasePolicy.DEFAULT.withOnExpiry(OnExpiry.RERUN))
                    .timer(new ManualScheduler())
                    .build(),
            HttpPolicy.DEFAULT,
            ClientResolver.header("X-Client-Name"));

    private final IdempotentClient client = IdempotentClient.builder()
            .httpClient(HttpClient.newHttpClient())
            .retryPolicy(FakeTime.PATIENT)
            .attemptListener(new AttemptListener() {
                @Override
                public void unexpectedDuplicate(RetryableRequest intention, UnexpectedDuplicate duplicate) {
                    unexpected.add(duplicate);
                }
            })
            .build();

    @SuppressWarnings("NullAway.Init") // start() sets it.
    private ScriptedServer stockServer;

    private boolean failing;

    @BeforeEach
    void start() throws IOException {
        stockServer = ScriptedServer.answering(this::ofStock);
    }

    @AfterEach
    void stop() throws IOException {
        stockServer.close();
    }

    @Test
    void rerunHandler_reusesItsCallIds_soEachCallExecutesOnce() throws Exception {
        failing = true;
        assertThatThrownBy(() -> order("order-1", 3)).hasMessage("power failure");
        assertThat(effects).containsExactly("charge 3", "reserve 0", "reserve 1");

        failing = false;
        Response answer = order("order-1", 3);

        assertThat(effects).containsExactly("charge 3", "reserve 0", "reserve 1", "reserve 2");
        assertThat(new String(answer.body(), UTF_8)).isEqualTo("effect 1, effect 2, effect 3, effect 4");
        assertThat(answer.header("Idempotency-Replayed")).contains("false");
        assertThat(stockServer.seen()).hasSize(3 + 4);
        assertThat(stockServer.seen().stream()
                        .map(seen -> seen.header("Idempotency-Key"))
                        .distinct())
                .hasSize(4);
        assertThat(unexpected).isEmpty();
    }

    @Test
    void anotherRequest_withTheSameContents_makesItsOwnCalls() throws Exception {
        order("order-1", 1);
        order("order-2", 1);

        assertThat(effects).containsExactly("charge 1", "reserve 0", "charge 1", "reserve 0");
    }

    @Test
    void callOfARerun_hasTheKeyOfTheFirstRun_andAnotherToken() {
        SettableClock clock = SettableClock.at(Instant.EPOCH);
        InMemoryStore leases = new InMemoryStore(clock);
        LeasePolicy rerun = LeasePolicy.DEFAULT.withOnExpiry(OnExpiry.RERUN);
        Idempotency paused =
                Idempotency.builder(leases, rerun).timer(new ManualScheduler()).build();
        Idempotency heir =
                Idempotency.builder(leases, rerun).timer(new ManualScheduler()).build();
        IdempotencyKey request = IdempotencyKey.of("shop", "pay", "order-1");
        List<RequestId> keys = new CopyOnWriteArrayList<>();
        List<Long> tokens = new CopyOnWriteArrayList<>();
        Action<String, RuntimeException> pay = execution -> {
            keys.add(DownstreamKeys.of(execution.lease().key()).key("charge"));
            tokens.add(execution.token());
            return Completion.remember("paid");
        };

        Fingerprint contents = Fingerprint.of(new byte[0]);
        paused.execute(request, contents, PayloadCodec.TEXT, execution -> {
            clock.advance(LeasePolicy.DEFAULT.duration().multipliedBy(2));
            heir.execute(request, contents, PayloadCodec.TEXT, pay);
            return pay.run(execution);
        });

        assertThat(keys).hasSize(2).containsOnly(keys.get(0));
        assertThat(tokens).hasSize(2).doesNotHaveDuplicates();
    }

    /** The service under test: charges, and reserves item by item; where it is failing, not the last one. */
    private Response order(String requestId, int items) throws Exception {
        Head head = new Head("POST", "/orders", Map.of("Idempotency-Key", requestId, "X-Client-Name", "shop"));
        byte[] body = Integer.toString(items).getBytes(UTF_8);
        Admission.Keyed keyed = (Admission.Keyed) orders.admit(head);
        return orders.execute(keyed, body, execution -> {
            DownstreamKeys keys = DownstreamKeys.of(execution.orElseThrow().key());
            StringBuilder answers = new StringBuilder(call("charge " + items, keys.key("charge")));
            for (int item = 0; item < items; item++) {
                if (failing && item == items - 1) {
                    throw new IllegalStateException("power failure");
                }
                answers.append(", ").append(call("reserve " + item, keys.key("reserve", item)));
            }
            return new Response(201, List.of(), answers.toString().getBytes(UTF_8));
        });
    }

    private String call(String what, RequestId id) throws RetriesExhaustedException, InterruptedException {
        return client.send(RetryableRequest.post(stockServer.uri())
                        .header("X-Client-Name", "orders")
                        .json(what)
                        .derivedRequestId(id)
                        .build())
                .text();
    }

    /** The other service: each request is one effect, and its answer says which. */
    private ScriptedReply ofStock(SeenRequest seen) {
        Head head = new Head(
                seen.method(),
                seen.path(),
                Map.of(
                        "Idempotency-Key", seen.header("Idempotency-Key"),
                        "Idempotency-Attempt", seen.header("Idempotency-Attempt"),
                        "X-Client-Name", seen.header("X-Client-Name")));
        Response response =
                stock.execute((Admission.Keyed) stock.admit(head), seen.body().getBytes(UTF_8), execution -> {
                    effects.add(seen.body());
                    return new Response(200, List.of(), ("effect " + effects.size()).getBytes(UTF_8));
                });
        ScriptedReply reply = ScriptedReply.of(response.status(), new String(response.body(), UTF_8));
        for (HeaderField field : response.headers()) {
            reply = reply.with(field.name(), field.value());
        }
        return reply;
    }

    private record Head(String method, String path, Map<String, String> fields) implements RequestHead {

        @Override
        public Optional<String> query() {
            return Optional.empty();
        }

        @Override
        public Optional<String> principal() {
            return Optional.empty();
        }

        @Override
        public List<String> headers(String name) {
            return fields.entrySet().stream()
                    .filter(field -> field.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .toList();
        }
    }
}
