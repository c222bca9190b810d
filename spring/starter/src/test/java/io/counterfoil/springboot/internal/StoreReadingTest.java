package io.counterfoil.springboot.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a scrape waits for a store. */
@Tag("OB-1")
@Timeout(60)
class StoreReadingTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger readings = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);

    /** Fails first, then hangs. The limit of a wait is longer than that of a test. */
    private final StoreReading<Integer> reading =
            new StoreReading<>("things", this::read, Duration.ofHours(1), nanos::get);

    private int read() {
        if (readings.incrementAndGet() == 1) {
            throw new StoreException("gone");
        }
        try {
            released.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
        return 7;
    }

    @Test
    void reading_afterOneThatFailed_isNotWaitedFor() {
        assertThat(reading.value()).isEmpty();
        nanos.addAndGet(Duration.ofSeconds(11).toNanos());

        assertThat(reading.value()).isEmpty();
        released.countDown();
    }

    @Test
    void reading_withinTenSeconds_isNotRepeated() {
        assertThat(reading.value()).isEmpty();
        assertThat(reading.value()).isEmpty();

        assertThat(readings).hasValue(1);
    }

    @Test
    void readingThatTakesLong_isRepeatedSeldom() {
        StoreReading<Integer> slow = new StoreReading<>(
                "things",
                () -> {
                    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
                    return readings.incrementAndGet();
                },
                Duration.ofHours(1),
                nanos::get);
        assertThat(slow.value()).contains(1);

        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(slow.value()).contains(1);

        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(slow.value()).contains(2);
    }

    /** On a thread of its own, which remembers it. */
    @Test
    void scrape_ofSeveralStoresThatHang_waitsForOne() throws InterruptedException {
        StoreReading<Integer> first = hanging(Duration.ofMillis(1));
        StoreReading<Integer> second = hanging(Duration.ofHours(1));
        List<Optional<Integer>> seen = new CopyOnWriteArrayList<>();
        Thread scrape = new Thread(() -> {
            seen.add(first.value());
            seen.add(second.value());
        });

        scrape.start();
        scrape.join();

        assertThat(seen).containsExactly(Optional.empty(), Optional.empty());
        released.countDown();
    }

    private StoreReading<Integer> hanging(Duration limit) {
        readings.set(1);
        return new StoreReading<>("things", this::read, limit, nanos::get);
    }
}
