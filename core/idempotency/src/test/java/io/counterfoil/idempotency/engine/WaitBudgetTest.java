package io.counterfoil.idempotency.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RQ-12")
class WaitBudgetTest {

    @Test
    void withoutTimeLeft_itDoesNotWait() {
        List<Duration> pauses = new ArrayList<>();
        WaitBudget none = new WaitBudget((atMost, end) -> pauses.add(atMost), () -> 7, Duration.ZERO);

        none.pause();
        none.await(new CountDownLatch(1));

        assertThat(pauses).isEmpty();
        assertThat(none.waited()).isFalse();
        assertThat(none.isOver()).isTrue();
    }
}
