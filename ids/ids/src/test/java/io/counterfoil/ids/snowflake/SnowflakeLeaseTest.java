package io.counterfoil.ids.snowflake;

import static io.counterfoil.ids.snowflake.SnowflakeTime.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A generator keeps to the milliseconds that its machine id is granted. */
@Tag("TI-2")
@Timeout(300)
class SnowflakeLeaseTest {

    private final SnowflakeTime time = new SnowflakeTime();

    @Test
    void generate_pastTheGrantedTime_isRefused_untilItIsRenewed() {
        Grant grant = new Grant(0, START.toEpochMilli() + 10);
        Snowflake ids = time.builder().machine(grant).build();
        time.set(START.plusMillis(10));
        long last = ids.generate();
        time.set(START.plusMillis(11));

        assertThatExceptionOfType(MachineIdExpiredException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining(grant.toString())
                .withMessageContaining(START.plusMillis(10).toString())
                .withMessageContaining(START.plusMillis(11).toString());

        grant.lastMillis.addAndGet(1);
        assertThat(ids.layout().parts(ids.generate())).isEqualTo(new Snowflake.Parts(START.plusMillis(11), 9, 0));
        assertThat(ids.layout().instantOf(last)).isEqualTo(START.plusMillis(10));
    }

    @Test
    void generate_beginsAboveTheHolderBefore_whenTheClockIsBehindIt() {
        Snowflake ids = time.builder()
                .machine(new Grant(START.toEpochMilli() + 50, Long.MAX_VALUE))
                .build();
        assertThat(ids.lead()).isEqualTo(Duration.ofMillis(49));

        assertThat(ids.layout().parts(ids.generate())).isEqualTo(new Snowflake.Parts(START.plusMillis(50), 9, 0));
        assertThat(time.instant()).as("waited").isAfterOrEqualTo(START.plusMillis(50));
    }

    @Test
    void generate_wellBelowTheHolderBefore_isRefused() {
        Instant first = START.plusSeconds(20);
        Snowflake ids = time.builder()
                .machine(new Grant(first.toEpochMilli(), Long.MAX_VALUE))
                .build();

        assertThatExceptionOfType(SnowflakeClockException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining(START.toString())
                .withMessageContaining(first.toString());
    }

    @Test
    void stop_endsTheGenerator_andTellsTheLastMillisecondUsed() {
        Grant grant = new Grant(0, Long.MAX_VALUE);
        Snowflake ids = time.builder().machine(grant).build();
        ids.generate();
        time.advance(Duration.ofMillis(-100));

        assertThat(grant.stop()).isEqualTo(START.toEpochMilli());
        assertThat(grant.stop()).isEqualTo(START.toEpochMilli());
        assertThatExceptionOfType(MachineIdExpiredException.class)
                .isThrownBy(ids::generate)
                .withMessageContaining("returned");
        assertThat(ids.lead()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void stop_beforeAnyId_returnsTheMillisecondBeforeTheFirst() {
        Grant grant = new Grant(START.toEpochMilli(), Long.MAX_VALUE);
        assertThat(time.builder().machine(grant).build().lead()).isZero();

        assertThat(grant.stop()).isEqualTo(START.toEpochMilli() - 1);
    }

    /** The threads are in the middle of their work, and none of them gets an id past what stop() said. */
    @Test
    void stop_whileThreadsGenerate_accountsForEveryId() throws Exception {
        Grant grant = new Grant(0, Long.MAX_VALUE);
        Snowflake ids = Snowflake.builder().machine(grant).build();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            CountDownLatch running = new CountDownLatch(1);
            Future<Long> greatest = threads.submit(() -> generateUntilRefused(ids, running));
            Future<Long> greatestOther = threads.submit(() -> generateUntilRefused(ids, running));
            running.await();

            long last = grant.stop();

            long greatestSeen = Math.max(greatest.get(), greatestOther.get());
            assertThat(ids.layout().instantOf(greatestSeen)).isEqualTo(Instant.ofEpochMilli(last));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void build_onAMachineIdInUse_isRefused() {
        Grant grant = new Grant(0, Long.MAX_VALUE);
        time.builder().machine(grant).build();

        assertThatIllegalStateException()
                .isThrownBy(() -> time.builder().machine(grant).build());
    }

    @Test
    void build_onAMachineIdPastThe41Bits_isRefused() {
        Instant first = Snowflake.Layout.twitter().last().plusMillis(1);

        assertThatIllegalStateException()
                .isThrownBy(() -> time.builder()
                        .machine(new Grant(first.toEpochMilli(), Long.MAX_VALUE))
                        .build())
                .withMessageContaining(first.toString());
    }

    private static long generateUntilRefused(Snowflake ids, CountDownLatch running) {
        long greatest = 0;
        try {
            while (true) {
                greatest = ids.generate();
                running.countDown();
            }
        } catch (MachineIdExpiredException stopped) {
            return greatest;
        }
    }

    /** Machine id 9, for these milliseconds. */
    private static final class Grant implements MachineId {

        final AtomicLong lastMillis;
        private final long firstMillis;
        private @Nullable Generator generator;

        Grant(long firstMillis, long lastMillis) {
            this.firstMillis = firstMillis;
            this.lastMillis = new AtomicLong(lastMillis);
        }

        @Override
        public int value() {
            return 9;
        }

        @Override
        public long firstMillis() {
            return firstMillis;
        }

        @Override
        public long lastMillis() {
            return lastMillis.get();
        }

        @Override
        public void bind(Generator user) {
            if (generator != null) {
                throw new IllegalStateException("in use");
            }
            generator = user;
        }

        @Override
        public String toString() {
            return "grant of 9";
        }

        long stop() {
            return Objects.requireNonNull(generator, "bound").stop();
        }
    }
}
