package io.counterfoil.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("BM-3")
class InMemoryFailoverTest extends FailoverContract {

    private final StoreInMemory store = new StoreInMemory(StoreInMemory.Loss.NOTHING);

    @Override
    protected ReplicatedStore store() {
        return store;
    }

    @Override
    protected void reported(FailoverReport report, int strikes) {
        assertThat(report.acknowledged() + report.unknown()).isGreaterThanOrEqualTo(400);
        assertThat(report.errors()).containsKey("StoreException");
        assertThat(strikes).isEqualTo(3);
    }

    @AfterEach
    void eachStrikeHappened() {
        assertThat(store.strikes()).containsExactly(Strike.KILL, Strike.FREEZE, Strike.PARTITION);
    }
}
