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
 * <h2>How it holds</h2>
 *
 * Every call of the store is one atomic step, and so is every effect; between its steps a process touches nothing that others
 * can see. So the order of the steps is all that can differ from one run to another, and the explorer tries every order, with
 * the death of a process, the beat of a heart and the end of a lease at every place: depth first, each schedule played from
 * the start, on threads of which one runs at a time. It is deterministic: two explorations see the same.
 *
 * <p>A schedule is left where it comes to a state that was seen before. Two states are one when every process stands at the
 * same step with the same memory, the store holds the same, and the world outside has seen the same effects; processes with
 * one script may have changed places. The store holds the same when the same calls were made of it in the same order; or,
 * where it is {@linkplain #seeing observed}, when it looks the same.
 *
 * <p>A schedule that does not come to its end in {@linkplain #scheduleWithin time}, as with a store that blocks, is reported
 * like a deadlock; the thread that is stuck is interrupted and left behind.
 *
 * <p>An immutable value, thread-safe as far as the making of stores is.
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
    private final Conductor.Waiting waiting;

    private Explorer(
            Function<? super World, ? extends S> stores,
            Scenario<S> scenario,
            Set<Property> checked,
            @Nullable BiFunction<? super S, ? super World, String> contents,
            long mostSchedules,
            Duration longest,
            Conductor.Waiting waiting) {
        this.stores = stores;
        this.scenario = scenario;
        this.checked = checked;
        this.contents = contents;
        this.mostSchedules = mostSchedules;
        this.longest = longest;
        this.waiting = waiting;
    }

    /**
     * Explores this scenario for all properties, without a limit.
     *
     * @param stores makes an empty store for every schedule; it must do the same whenever it is told the same, tell time by
     *     the world's clock, and never block
     * @throws IllegalArgumentException when the scenario has no processes
     */
    public static <S extends RecordStore> Explorer<S> of(
            Function<? super World, ? extends S> stores, Scenario<S> scenario) {
        if (scenario.processes().isEmpty()) {
            throw new IllegalArgumentException("a scenario needs a process; this one has none: " + scenario);
        }
        return new Explorer<>(
                stores,
                scenario,
                EnumSet.allOf(Property.class),
                null,
                Long.MAX_VALUE,
                Duration.ofMinutes(1),
                (end, atMost) -> end.await(atMost.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** The same for these properties only. */
    public Explorer<S> checking(Property first, Property... more) {
        return new Explorer<>(stores, scenario, EnumSet.of(first, more), contents, mostSchedules, longest, waiting);
    }

    /**
     * The same with an eye on what the store holds, by which states are known again that were reached by different calls: it
     * makes the search shorter by far. {@link Contents#of} is one, for stores in this process.
     *
     * @param contents tells all that a store holds, and in the same words what makes no difference to any later call
     */
    public Explorer<S> seeing(BiFunction<? super S, ? super World, String> contents) {
        return new Explorer<>(stores, scenario, checked, contents, mostSchedules, longest, waiting);
    }

    /**
     * The same with so many schedules at the most.
     *
     * @throws IllegalArgumentException when that is not positive
     */
    public Explorer<S> atMost(long schedules) {
        if (schedules < 1) {
            throw new IllegalArgumentException("schedules must be at least 1, not " + schedules);
        }
        return new Explorer<>(stores, scenario, checked, contents, schedules, longest, waiting);
    }

    /**
     * The same with so much real time for one schedule at the most, one minute unless said otherwise: what takes longer counts
     * as blocked.
     *
     * @throws IllegalArgumentException when that is not positive
     */
    public Explorer<S> scheduleWithin(Duration longest) {
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("the time of a schedule must be positive, not " + longest);
        }
        return new Explorer<>(stores, scenario, checked, contents, mostSchedules, longest, waiting);
    }

    /** The same with another measure of the time that a schedule takes. */
    Explorer<S> waiting(Conductor.Waiting waiting) {
        return new Explorer<>(stores, scenario, checked, contents, mostSchedules, longest, waiting);
    }

    /**
     * Explores, in the calling thread and one for each process, and returns when all is seen, the limit is reached, or a
     * property is broken; then with a counterexample that was made as short as it could be, if that took no more than
     * {@value #SHORTENING} schedules and no step was blocked.
     *
     * @throws IllegalStateException when the engine or the store threw what no process asked for; its message has the steps
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
            found = run.conductor().play(threads, waiting, longest);
            blocked = run.conductor().isBlocked();
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

    /** The shortest counterexample, if it can be found with a bearable number of schedules; else the one that was found. */
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
