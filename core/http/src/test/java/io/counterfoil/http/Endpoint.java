package io.counterfoil.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A guarded endpoint without a server in front of it, over a store of its own; its handler counts how often it runs. */
final class Endpoint {

    static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    static final byte[] BODY = "{\"quantity\":1}".getBytes(UTF_8);
    static final IdempotencyPolicy IMPATIENT =
            IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withWaitTime(Duration.ZERO));

    final SettableClock clock = SettableClock.at(START);
    final InMemoryStore store = new InMemoryStore(clock);
    final HttpIdempotency idempotency;
    private int executions;

    private Endpoint(HttpPolicy policy, ClientResolver clients, ExchangeObserver observer) {
        idempotency = new HttpIdempotency(Idempotency.on(store).with(IMPATIENT), policy, clients).with(observer);
    }

    static Endpoint under(HttpPolicy policy) {
        return new Endpoint(policy, ClientResolver.ANONYMOUS, ExchangeObserver.NONE);
    }

    static Endpoint of(ClientResolver clients) {
        return new Endpoint(HttpPolicy.DEFAULT, clients, ExchangeObserver.NONE);
    }

    static Endpoint watchedBy(ExchangeObserver observer) {
        return new Endpoint(HttpPolicy.DEFAULT, ClientResolver.ANONYMOUS, observer);
    }

    int executions() {
        return executions;
    }

    Response send(Head head) {
        return send(head, BODY, text(201, "made"));
    }

    Response send(Head head, Response made) {
        return send(head, BODY, made);
    }

    Response send(Head head, byte[] body) {
        return send(head, body, text(201, "made"));
    }

    /** What an adapter does with a request; the handler answers like this. */
    Response send(Head head, byte[] body, Response made) {
        Admission admission = idempotency.admit(head);
        if (admission instanceof Admission.Refused refused) {
            return refused.response();
        }
        KeyedHandler<RuntimeException> handler = right -> {
            executions++;
            return made;
        };
        return admission instanceof Admission.Keyed keyed
                ? idempotency.execute(keyed, body, handler)
                : handler.handle(Optional.empty());
    }

    Admission.Keyed admitted(Head head) {
        Admission admission = idempotency.admit(head);
        assertThat(admission).isInstanceOf(Admission.Keyed.class);
        return (Admission.Keyed) admission;
    }

    static Response text(int status, String body) {
        return new Response(status, List.of(new HeaderField("Content-Type", "text/plain")), body.getBytes(UTF_8));
    }

    static String body(Response response) {
        return new String(response.body(), UTF_8);
    }

    static void assertDuplicate(Response response) {
        assertThat(response.header("Idempotency-Replayed")).contains("true");
    }

    static void assertOriginal(Response response) {
        assertThat(response.header("Idempotency-Replayed")).contains("false");
    }

    static void assertProblem(Response response, int status, String type, String field) {
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.header("Content-Type")).contains(Problem.MEDIA_TYPE);
        assertThat(response.header("Idempotency-Replayed")).contains("false");
        assertThat(body(response)).contains('"' + type + '"').contains("\"field\":\"" + field + '"');
    }
}
