package io.counterfoil.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.http.request.Admission;
import io.counterfoil.http.request.ClientResolver;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import java.io.IOException;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RQ-6")
class ArrivingBodiesTest {

    private final Idempotency engine = Idempotency.on(new InMemoryStore(Clock.systemUTC()), LeasePolicy.DEFAULT)
            .with(IdempotencyPolicy.DEFAULT.withLimits(limits -> limits.withInProgressPerClient(1)));
    private final ClientResolver clients = ClientResolver.header("X-Client-Name");
    private final HttpIdempotency endpoint = new HttpIdempotency(engine, HttpPolicy.DEFAULT, clients);

    private Admission.Keyed from(String client) {
        return (Admission.Keyed) endpoint.admit(Head.keyed("k").with("X-Client-Name", client));
    }

    @Test
    void bodiesOfAClient_overItsLimit_areNotRead() throws IOException {
        for (int i = 0; i < 2; i++) {
            assertThat(endpoint.read(from("one"), () -> {
                        assertThat(endpoint.read(from("one"), ArrivingBodiesTest::unread))
                                .isEmpty();
                        assertThat(endpoint.read(from("other"), () -> "of another"))
                                .hasValue("of another");
                        return "read";
                    }))
                    .hasValue("read");
            assertThatThrownBy(() -> endpoint.read(from("one"), () -> {
                        throw new IOException("broke off");
                    }))
                    .hasMessage("broke off");
        }
    }

    @Test
    void bodiesOfAClient_atTwoEndpoints_areCountedTogether() {
        HttpIdempotency other = endpoint.with(ExchangeObserver.NONE)
                .forEndpoint(
                        engine.with(engine.policy()),
                        HttpPolicy.DEFAULT.withKey(key -> key.withRequired(true)),
                        clients);

        assertThat(endpoint.read(from("one"), () -> other.read(from("one"), ArrivingBodiesTest::unread)))
                .hasValueSatisfying(read -> assertThat(read).isEmpty());
    }

    private static String unread() {
        throw new AssertionError("read beside another one");
    }
}
