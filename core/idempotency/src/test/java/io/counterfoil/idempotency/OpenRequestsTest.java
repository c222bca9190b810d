package io.counterfoil.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.policy.OpenRequests;
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
}
