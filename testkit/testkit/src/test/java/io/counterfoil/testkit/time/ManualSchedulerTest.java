package io.counterfoil.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ManualSchedulerTest {

    private final ManualScheduler scheduler = new ManualScheduler();
    private final List<String> ran = new ArrayList<>();

    private Runnable task(String name) {
        return () -> ran.add(name);
    }

    @Test
    void tasks_runWhenTheyAreDue_inTheOrderOfTheirTimeAndArrival() {
        List<ScheduledFuture<?>> futures = List.of(
                scheduler.schedule(task("late"), 3, TimeUnit.SECONDS),
                scheduler.schedule(task("early"), 1, TimeUnit.SECONDS),
                scheduler.schedule(task("also early"), 1, TimeUnit.SECONDS));

        scheduler.advance(Duration.ofNanos(999_999_999));
        assertThat(ran).isEmpty();
        assertThat(futures.get(0).getDelay(TimeUnit.NANOSECONDS)).isEqualTo(2_000_000_001L);
        scheduler.advance(Duration.ofNanos(1));
        assertThat(ran).containsExactly("early", "also early");
        scheduler.advance(Duration.ofHours(1));

        assertThat(ran).containsExactly("early", "also early", "late");
        assertThat(scheduler.waiting()).isZero();
    }

    @Test
    void periodicTasks_runOncePerPeriod_untilCancelled() {
        ScheduledFuture<?> delayed = scheduler.scheduleWithFixedDelay(task("delay"), 1, 2, TimeUnit.SECONDS);
        ScheduledFuture<?> rated = scheduler.scheduleAtFixedRate(task("rate"), 2, 2, TimeUnit.SECONDS);

        scheduler.advance(Duration.ofSeconds(5));
        assertThat(ran).containsExactly("delay", "rate", "delay", "rate", "delay");
        delayed.cancel(false);
        scheduler.advance(Duration.ofSeconds(2));
        rated.cancel(true);
        scheduler.advance(Duration.ofSeconds(20));

        assertThat(ran).containsExactly("delay", "rate", "delay", "rate", "delay", "rate");
    }

    @Test
    void periodicTaskThatThrows_isNotRunAgain() {
        ScheduledFuture<?> broken = scheduler.scheduleWithFixedDelay(
                () -> {
                    ran.add("once");
                    throw new IllegalStateException("broken");
                },
                1,
                1,
                TimeUnit.SECONDS);

        scheduler.advance(Duration.ofSeconds(10));

        assertThat(ran).containsExactly("once");
        assertThatThrownBy(broken::get).isInstanceOf(ExecutionException.class).hasRootCauseMessage("broken");
    }

    @Test
    void taskMadeByATask_runsInTheSameAdvance_whenItIsDueWithinIt() throws Exception {
        Future<String> first = scheduler.schedule(
                () -> {
                    ScheduledFuture<?> second = scheduler.schedule(task("second"), 1, TimeUnit.SECONDS);
                    return "made " + second.isDone();
                },
                1,
                TimeUnit.SECONDS);

        scheduler.advance(Duration.ofSeconds(2));

        assertThat(first.get(1, TimeUnit.SECONDS)).isEqualTo("made false");
        assertThat(ran).containsExactly("second");
    }

    @Test
    void submittedTask_waitsForTheNextAdvance() {
        Future<?> submitted = scheduler.submit(task("submitted"));
        assertThat(submitted.isDone()).isFalse();

        scheduler.advance(Duration.ZERO);

        assertThat(submitted.isDone()).isTrue();
        assertThat(ran).containsExactly("submitted");
    }

    @Test
    void shutDownScheduler_rejectsTasksAndRunsNone() {
        scheduler.execute(task("never"));

        assertThat(scheduler.shutdownNow()).hasSize(1);

        scheduler.advance(Duration.ofDays(1));
        assertThat(ran).isEmpty();
        assertThat(scheduler.isTerminated()).isTrue();
        assertThatThrownBy(() -> scheduler.execute(task("never"))).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void zeroPeriod_isRejected() {
        assertThatThrownBy(() -> scheduler.scheduleAtFixedRate(task("never"), 0, 0, TimeUnit.SECONDS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive");
    }
}
