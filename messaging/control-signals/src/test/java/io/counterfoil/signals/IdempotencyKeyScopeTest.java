package io.counterfoil.signals;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.RequestId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

@Tag("SG-8")
class IdempotencyKeyScopeTest {

    @Test
    void scopes_nest_andLeaveNothing() {
        IdempotencyKeyScope outer = IdempotencyKeyScope.open(new RequestId("outer"));
        try (outer) {
            IdempotencyKeyScope inner = IdempotencyKeyScope.open(new RequestId("inner"));
            try (inner) {
                assertThat(MDC.get(IdempotencyKeyScope.MDC_KEY)).isEqualTo("inner");
            }
            assertThat(MDC.get(IdempotencyKeyScope.MDC_KEY)).isEqualTo("outer");
        }
        assertThat(MDC.get(IdempotencyKeyScope.MDC_KEY)).isNull();
    }
}
