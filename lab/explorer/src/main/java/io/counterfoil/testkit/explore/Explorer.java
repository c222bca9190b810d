package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.store.RecordStore;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the real engine on a store through every schedule of a scenario.
 *
 * <pre>{@code
 * Exploration seen = Explorer.of(
 *                 world -> new InMemoryStore(world.clock()),
 *                 Scenario.transactional("two of the same").process("A", Work.DO).process("A", Work.DO))
 *         .seeing(Contents::of)
 *         .explore();
 * assertThat(seen.counterexample()).isEmpty();
 * }</pre>
 *
 * <h2>How it works</h2>
 *
 * Every call of the store is one atomic step, and so is every effect. Between its steps a process touches no shared
 * state. So runs differ only in the order of their steps, and the explorer executes every order, with the crash of a
 * process, a heartbeat and the expiry of a lease at every position: depth first, each schedule from the start, on
 * threads of which one runs at a time. It is deterministic.
 *
 * <p>A schedule ends at a state that was seen before. Two states are equal if every process is at the same step with
 * the same memory, the contents of the store are the same, and the same effects have taken place; processes with the
 * same script are interchangeable. The contents of the store are the same if the same calls were made in the same order
 * or, if the store is {@linkplain #seeing observed}, if their descriptions are equal.
 *
 * <p>A schedule that does not end within its {@linkplain #scheduleWithin time}, such as with a store that blocks, is
 * reported like a deadlock; the blocked thread is interrupted and abandoned.
 *
 * <p>Immutable, and thread-safe if creating stores is thread-safe.
 *
 * @param <S> the kind of store
 */
public final class Explorer<S extends RecordStore> {

    private static final long SHORTENING = 50_000;

    private final Function<? super World, ? extends S> stores;
    private final Scenario<S> scenario;
    private final Set<Property> checked;
    private final @Nullable BiFunction<? super S, ? super World, String> contents;
    private final long mostSchedules;
    private final Duration longest;
    private final Scheduler.Waiting waiting;

    private Explorer(
            Function<? super World, ? extends S> stores,
            Scenario<S> scenario,
            Set<Property> checked,
            @Nullable BiFunction<? super S, ? super World, String> contents,
            long mostSchedules,
            Duration longest,
            Scheduler.Waiting waiting) {
        this.stores = stores;
        this.scenario = scenario;
        this.checked = checked;
        this.contents = contents;
        this.mostSchedules = mostSchedules;
        this.longest = longest;
        this.waiting = waiting;
    }

    /**
     * Creates an explorer of this scenario for all properties, without a limit.
     *
     * @param stores creates an empty store for every schedule; the store must be deterministic, use the world's clock,
     *     and never block
     * @throws IllegalArgumentException if the scenario has no processes
     */
    public static <S extends RecordStore> Explorer<S> of(
            Function<? super World, ? extends S> stores, Scenario<S> scenario) {
        if (scenario.processes().isEmpty()) {
            throw new IllegalArgumentException("a scenario requires at least one process: " + scenario);
        }
        return new Explorer<>(
                stores,
                scenario,
                EnumSet.allOf(Property.class),
                null,
                Long.MAX_VALUE,
                Duration.ofMinutes(5),
                (end, atMost) -> end.await(atMost.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** A copy that checks only these properties. */
    public Explorer<S> checking(Property first, Property... more) {
        return new Explorer<>(stores, scenario, EnumSet.of(first, more), contents, mostSchedules, longest, waiting);
    }

    /**
     * A copy that observes the contents of the store, by which states are recognized that were reached by different
     * calls. This makes the search much shorter. {@link Contents#of} describes in-process stores.
     *
     * @param contents describes the contents of a store; contents that behave alike should have equal descriptions
     */
    public Explorer<S> seeing(BiFunction<? super S, ? super World, String> contents) {
        return new Explorer<>(stores, scenario, checked, contents, mostSchedules, longest, waiting);
    }

    /**
     * A copy with a maximum number of schedules.
     *
     * @throws IllegalArgumentException if the number is not positive
     */
    public Explorer<S> atMost(long schedules) {
        if (schedules < 1) {
            throw new IllegalArgumentException("schedules must be at least 1, not " + schedules);
        }
        return new Explorer<>(stores, scenario, checked, contents, schedules, longest, waiting);
    }

    /**
     * A copy with a maximum real time per schedule, five minutes by default. A longer schedule counts as blocked.
     *
     * @throws IllegalArgumentException if the duration is not positive
     */
    public Explorer<S> scheduleWithin(Duration longest) {
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("longest must be positive, not " + longest);
        }
        return new Explorer<>(stores, scenario, checked, contents, mostSchedules, longest, waiting);
    }

    /** A copy with another measurement of the time of a schedule. */
    Explorer<S> waiting(Scheduler.Waiting waiting) {
        return new Explorer<>(stores, scenario, checked, contents, mostSchedules, longest, waiting);
    }

    /**
     * Explores in the calling thread and one thread per process. Returns when all schedules are covered, the limit is
     * reached, or a property is violated. A counterexample is shortened as far as possible, unless that takes more than
     * {@value #SHORTENING} schedules or a step was blocked.
     *
     * @throws IllegalStateException if the engine or the store threw an unexpected exception; the message contains the
     *     steps
     */
    public Exploration explore() {
        ExecutorService threads =
                Executors.newFixedThreadPool(scenario.processes().size(), task -> {
                    Thread thread = new Thread(task, "explorer");
                    thread.setDaemon(true);
                    return thread;
                });
        try {
            return explore(threads);
        } finally {
            threads.shutdownNow();
        }
    }

    private Exploration explore(ExecutorService threads) {
        Search search = new Search(Integer.MAX_VALUE);
        Result result = search(search, threads, mostSchedules);
        return new Exploration(
                scenario.toString(),
                search.states(),
                search.ends(),
                search.steps(),
                result.schedules,
                search.pruned(),
                search.longest(),
                result.complete,
                result.blocked ? result.found : result.found.map(found -> shortest(found, threads)));
    }

    private Result search(Search search, ExecutorService threads, long most) {
        long schedules = 0;
        boolean more = true;
        boolean blocked = false;
        @Nullable Counterexample found = null;
        while (more && found == null && schedules < most) {
            Run run = new Run(scenario, checked, search, this::wire);
            found = run.scheduler().play(threads, waiting, longest);
            blocked = run.scheduler().isBlocked();
            schedules++;
            more = search.next();
        }
        return new Result(schedules, !more && found == null, Optional.ofNullable(found), blocked);
    }

    private Run.Wired wire(Run run) {
        S store = stores.apply(run);
        BiFunction<? super S, ? super World, String> looks = contents;
        return new Run.Wired(scenario.wire(store, run), looks == null ? null : () -> looks.apply(store, run));
    }

    /** The shortest counterexample if it is found within the limit of schedules; otherwise the given one. */
    private Counterexample shortest(Counterexample found, ExecutorService threads) {
        long left = SHORTENING;
        for (int deepest = 1; deepest < found.trace().size() && left > 0; deepest++) {
            Result result = search(new Search(deepest), threads, left);
            if (result.found.isPresent()) {
                return result.found.get();
            }
            left -= result.schedules;
        }
        return found;
    }

    private record Result(long schedules, boolean complete, Optional<Counterexample> found, boolean blocked) {}
}
