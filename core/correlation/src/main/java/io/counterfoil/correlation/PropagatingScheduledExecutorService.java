package io.counterfoil.correlation;

import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The same for scheduled tasks; each run of a periodic one is a unit of work of its own. */
final class PropagatingScheduledExecutorService extends PropagatingExecutorService implements ScheduledExecutorService {

    private final ScheduledExecutorService executor;

    PropagatingScheduledExecutorService(ScheduledExecutorService executor) {
        super(executor);
        this.executor = executor;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return executor.schedule(Correlation.capture().wrap(task), delay, unit);
    }

    @Override
    public <V extends @Nullable Object> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        return executor.schedule(Correlation.capture().wrap(task), delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return executor.scheduleAtFixedRate(Correlation.beginning(task), initialDelay, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initialDelay, long delay, TimeUnit unit) {
        return executor.scheduleWithFixedDelay(Correlation.beginning(task), initialDelay, delay, unit);
    }
}
