package io.counterfoil.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import java.io.IOException;
import java.time.Clock;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RQ-6")
class OpenRequestsTest {

    private static final OptionalInt TWO = OptionalInt.of(2);

    private final OpenRequests open = new OpenRequests();
    private final ClientId client = ClientId.of("client");

    @Test
    void requestOverTheLimit_isNotCounted_andEachLeaveFreesOne() {
        assertThat(open.enter(client, TWO)).isTrue();
        assertThat(open.enter(client, TWO)).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(open.enter(client, TWO)).isFalse();
            open.leave(client, TWO);
            assertThat(open.enter(client, TWO)).isTrue();
        }
        assertThat(open.enter(client, TWO)).isFalse();
        assertThat(open.enter(ClientId.of("other"), TWO)).isTrue();
    }

    @Test
    void asManyRequestsOfAClientAreReadAtATime_asMayBeInProgress() {
        Idempotency engine = Idempotency.on(new InMemoryStore(Clock.systemUTC()), LeasePolicy.DEFAULT)
                .with(IdempotencyPolicy.DEFAULT.withMaxOpenPerClient(1));

        for (int i = 0; i < 2; i++) {
            assertThat(engine.arriving(client, () -> {
                        assertThat(engine.arriving(client, OpenRequestsTest::unread))
                                .isEmpty();
                        assertThat(engine.arriving(ClientId.of("other"), () -> "of another"))
                                .hasValue("of another");
                        return "read";
                    }))
                    .hasValue("read");
            assertThatThrownBy(() -> engine.arriving(client, () -> {
                        throw new IOException("broke off");
                    }))
                    .hasMessage("broke off");
        }
    }

    private static String unread() {
        throw new AssertionError("read beside another one");
    }
}
