package io.counterfoil.jdbc.machine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs what repeats when the test says so, and then what was not cancelled. */
final class ManualScheduler extends ScheduledThreadPoolExecutor {

    final List<Duration> intervals = new ArrayList<>();
    private final List<Repeated> repeated = new ArrayList<>();

    ManualScheduler() {
        super(1);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initial, long delay, TimeUnit unit) {
        ScheduledFuture<?> never = schedule(() -> {}, 1, TimeUnit.DAYS);
        intervals.add(Duration.of(delay, unit.toChronoUnit()));
        repeated.add(new Repeated(task, never));
        return never;
    }

    void runAll() {
        repeated.stream().filter(each -> !each.future.isCancelled()).forEach(each -> each.task.run());
    }

    private record Repeated(Runnable task, ScheduledFuture<?> future) {}
}
