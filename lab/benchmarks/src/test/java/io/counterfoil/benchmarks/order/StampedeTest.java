package io.counterfoil.benchmarks.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.benchmarks.order.Stampede.Findings;
import io.counterfoil.ids.generator.UuidGenerator;
import io.counterfoil.ids.generator.UuidOrder;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class StampedeTest {

    private static final int THREADS = 4;
    private static final int IDS = 20_000;

    private final AtomicLong last = new AtomicLong();

    @Test
    void orderedGenerator_keepsItsPromise() throws Exception {
        Findings found = run(() -> new UUID(last.incrementAndGet(), 0));

        assertThat(found.ids()).isEqualTo(THREADS * IDS);
        assertThat(found.links()).isEqualTo(THREADS * IDS / Stampede.LINK);
        assertThat(OrderCommand.keeps(UuidOrder.PROCESS_WIDE, found)).isTrue();
    }

    @Test
    void repeatedId_differingInEitherHalf_isCounted() throws Exception {
        assertThat(run(() -> new UUID(last.incrementAndGet() / 2, 7)).duplicates())
                .isEqualTo(THREADS * IDS / 2 - 1);
        last.set(0);
        assertThat(run(() -> new UUID(7, last.incrementAndGet() / 2)).duplicates())
                .isEqualTo(THREADS * IDS / 2 - 1);
    }

    @Test
    void equalHalves_areNoDuplicates() throws Exception {
        Findings found = run(() -> {
            long next = last.incrementAndGet();
            return new UUID(next / 2, next % 2);
        });

        assertThat(found.duplicates()).isZero();
    }

    @Test
    void orderPerThread_isNoOrderOverThreads() throws Exception {
        ThreadLocal<long[]> own = ThreadLocal.withInitial(() -> new long[1]);

        Findings found = run(
                () -> new UUID(++own.get()[0], Thread.currentThread().getName().hashCode() & 0xFFFF_FFFFL));

        assertThat(found.duplicates()).isZero();
        assertThat(found.onThread()).isZero();
        assertThat(OrderCommand.keeps(UuidOrder.PER_THREAD, found)).isTrue();
        assertThat(found.overThreads()).isPositive();
        assertThat(OrderCommand.keeps(UuidOrder.PROCESS_WIDE, found)).isFalse();
    }

    @Test
    void descendingIds_areOutOfOrderOnTheirThread() throws Exception {
        Findings found = run(() -> new UUID(-last.incrementAndGet(), 0));

        assertThat(found.onThread()).isEqualTo((long) THREADS * IDS - THREADS);
        assertThat(OrderCommand.keeps(UuidOrder.PER_THREAD, found)).isFalse();
        assertThat(OrderCommand.keeps(UuidOrder.UNORDERED, found)).isTrue();
    }

    private static Findings run(UuidGenerator generator) throws Exception {
        return new Stampede(generator, THREADS, IDS).run();
    }
}
