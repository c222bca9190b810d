package io.counterfoil.springboot.actuate;

import io.counterfoil.idempotency.concurrent.DaemonThreads;
import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.maintenance.Purge;
import io.counterfoil.springboot.DatabaseTables;
import io.counterfoil.springboot.internal.HealthDetail;
import io.counterfoil.springboot.records.Overview;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether records can be read, within a limit of time: DOWN where the database does not respond, or a table is missing, of records or of another
 * feature. Unknown
 * outcomes and a failing purge are details: taking an application out of service for them would not help. Thread-safe.
 *
 * <p>A database that hangs is queried once at a time, however often the health is requested.
 */
final class CounterfoilHealthIndicator implements HealthIndicator {

    private final RecordDirectory directory;
    private final Optional<Purge> purge;
    private final Optional<DatabaseTables> tables;
    private final Duration limit;
    private final List<HealthDetail> details;

    private @Nullable CompletableFuture<Map<String, Object>> asked;

    /**
     * The health of this store.
     *
     * @param limit how long the store may take to respond
     * @param details of other features
     */
    public CounterfoilHealthIndicator(
            RecordDirectory directory, Optional<Purge> purge, Duration limit, List<HealthDetail> details) {
        this(directory, purge, Optional.empty(), limit, details);
    }

    private CounterfoilHealthIndicator(
            RecordDirectory directory,
            Optional<Purge> purge,
            Optional<DatabaseTables> tables,
            Duration limit,
            List<HealthDetail> details) {
        this.directory = directory;
        this.purge = purge;
        this.tables = tables;
        this.limit = limit;
        this.details = List.copyOf(details);
    }

    /** The same, which is also DOWN where one of these tables does not exist. */
    CounterfoilHealthIndicator with(DatabaseTables tables) {
        return new CounterfoilHealthIndicator(directory, purge, Optional.of(tables), limit, details);
    }

    @Override
    public Health health() {
        Health.Builder health = new Health.Builder();
        purge.ifPresent(running -> health.withDetail("purge", Overview.purge(running)));
        details.forEach(detail -> detail.read().ifPresent(known -> health.withDetail(detail.name(), known)));
        try {
            return health.up()
                    .withDetail("unknownOutcomes", ask().get(limit.toNanos(), TimeUnit.NANOSECONDS))
                    .build();
        } catch (ExecutionException failure) {
            return health.down(Objects.requireNonNullElse(failure.getCause(), failure))
                    .build();
        } catch (TimeoutException hanging) {
            return health.down()
                    .withDetail("error", "the store of records did not answer within " + limit)
                    .build();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return health.unknown().build();
        }
    }

    private synchronized CompletableFuture<Map<String, Object>> ask() {
        CompletableFuture<Map<String, Object>> current = asked;
        if (current == null || current.isDone()) {
            CompletableFuture<Map<String, Object>> fresh = new CompletableFuture<>();
            DaemonThreads.thread("counterfoil-health", () -> answer(fresh)).start();
            asked = fresh;
            return fresh;
        }
        return current;
    }

    private void answer(CompletableFuture<Map<String, Object>> answer) {
        try {
            tables.ifPresent(CounterfoilHealthIndicator::requireAll);
            answer.complete(Overview.unknown(directory));
        } catch (RuntimeException | Error failure) {
            answer.completeExceptionally(failure);
        }
    }

    private static void requireAll(DatabaseTables tables) {
        List<String> missing = tables.missing();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("tables are missing: " + String.join(", ", missing));
        }
    }
}
