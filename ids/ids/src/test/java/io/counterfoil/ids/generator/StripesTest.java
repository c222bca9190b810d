package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("CB-1")
@Timeout(300)
class StripesTest {

    @Test
    void take_withMoreThreadsThanStreams_givesAStreamToOneThread() throws Exception {
        Stripes stripes = new Stripes(2);
        Set<AesCtrStream> taken = ConcurrentHashMap.newKeySet();
        AtomicInteger takenTwice = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(6);
        CountDownLatch start = new CountDownLatch(6);

        for (int t = 0; t < 6; t++) {
            threads.execute(() -> {
                try {
                    start.countDown();
                    start.await();
                    for (int i = 0; i < 20_000; i++) {
                        AesCtrStream stream = stripes.take();
                        if (!taken.add(stream)) {
                            takenTwice.incrementAndGet();
                        }
                        stream.nextLong();
                        taken.remove(stream);
                        stripes.giveBack(stream);
                    }
                } catch (InterruptedException | RuntimeException e) {
                    failed.incrementAndGet();
                }
            });
        }
        threads.shutdown();

        assertThat(threads.awaitTermination(250, TimeUnit.SECONDS)).isTrue();
        assertThat(failed).hasValue(0);
        assertThat(takenTwice).hasValue(0);
    }

    @Test
    void take_whileOneIsHeld_givesAnother() {
        Stripes stripes = new Stripes(2);

        AesCtrStream one = stripes.take();
        AesCtrStream other = stripes.take();

        assertThat(other).isNotSameAs(one);
        stripes.giveBack(one);
        assertThat(stripes.take()).isSameAs(one);
    }
}
