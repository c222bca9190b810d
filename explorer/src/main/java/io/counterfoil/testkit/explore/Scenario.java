package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.LeasePolicy.OnExpiry;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who does what, and how much may go wrong: processes that send one request under one key, each with an engine of its own.
 * An immutable value; a setting out of its limits is refused by an {@link IllegalArgumentException}.
 *
 * <p>A process that dies, or whose try leaves nothing behind, sends its request once more, from a fresh memory in the first
 * case.
 *
 * @param <S> the kind of store it needs
 */
public final class Scenario<S extends RecordStore> {

    /** The most processes. */
    public static final int MOST_PROCESSES = 4;

    static final Duration BEAT = Duration.ofSeconds(10);
    static final Duration LEASE = BEAT.multipliedBy(3);

    private final String name;
    private final Wiring<S> wiring;
    private final LeasePolicy leases;
    private final boolean leased;
    private final Settings settings;

    private Scenario(String name, Wiring<S> wiring, LeasePolicy leases, boolean leased, Settings settings) {
        this.name = name;
        this.wiring = wiring;
        this.leases = leases;
        this.leased = leased;
        this.settings = settings;
    }

    /** A scenario in transactional mode, still without processes: one death, no failure of the store, two pauses. */
    public static Scenario<ClaimStore> transactional(String name) {
        return new Scenario<>(name, ObservedClaimStore::new, LeasePolicy.DEFAULT, false, new Settings());
    }

    /** A scenario in lease mode, still without processes: one death, one lease that runs out, no failure of the
     * store, two pauses. */
    public static Scenario<LeaseStore> leased(String name, OnExpiry onExpiry) {
        LeasePolicy leases = new LeasePolicy(LEASE, onExpiry);
        Settings settings = new Settings();
        settings.guarantee = onExpiry == OnExpiry.UNKNOWN ? Guarantee.ONCE : Guarantee.ONCE_PER_LEASE;
        return new Scenario<>(name, ObservedLeaseStore::new, leases, true, settings);
    }

    /**
     * The same with one process more.
     *
     * @param contents what its request contains
     * @param works what its action does in each of its tries, in their order; the last one also in all that follow
     */
    public Scenario<S> process(String contents, Work... works) {
        require(works.length > 0, "a process needs work for its first try");
        require(processes().size() < MOST_PROCESSES, "a scenario has " + MOST_PROCESSES + " processes at the most");
        require(
                settings.lookup == Lookup.NONE || !List.of(works).contains(Work.TWO_PHASES),
                "a resolver looks for one effect, and work in two phases has two");
        return with(s -> s.processes.add(new Script(contents, List.of(works))));
    }

    /**
     * The same with an operator: looks for the effect of a request with these contents, and where it is there, says so of a
     * request whose outcome is unknown. In lease mode only.
     */
    public Scenario<S> operator(String contents) {
        require(leased, "there is no unknown outcome in transactional mode");
        require(processes().size() < MOST_PROCESSES, "a scenario has " + MOST_PROCESSES + " processes at the most");
        return with(s -> s.processes.add(new Script(contents, List.of())));
    }

    /** The same with so many deaths of processes in one schedule at the most; no process dies more than once. */
    public Scenario<S> crashes(int crashes) {
        require(crashes >= 0, "crashes must not be negative, but is " + crashes);
        return with(s -> s.crashes = crashes);
    }

    /** The same with so many leases that run out in one schedule at the most. */
    public Scenario<S> expiries(int expiries) {
        require(expiries >= 0, "expiries must not be negative, but is " + expiries);
        return with(s -> s.expiries = expiries);
    }

    /**
     * The same with so many calls of the store that fail in one schedule at the most: with a
     * {@link io.counterfoil.idempotency.store.StoreException}, before the call had done anything or after it had done all.
     */
    public Scenario<S> failures(int failures) {
        require(failures >= 0, "failures must not be negative, but is " + failures);
        return with(s -> s.failures = failures);
    }

    /** The same with so many pauses before a duplicate stops waiting. */
    public Scenario<S> polls(int polls) {
        require(polls >= 0, "polls must not be negative, but is " + polls);
        return with(s -> s.polls = polls);
    }

    /** The same with effects that check the fencing token: one under a lower token than they have seen does not take place. */
    public Scenario<S> fenced() {
        require(leased, "in transactional mode there is nothing to fence: the effect is in the store");
        return with(s -> s.fenced = true);
    }

    /** The same with this resolver. */
    public Scenario<S> resolving(Lookup lookup) {
        require(leased || lookup == Lookup.NONE, "a resolver is never asked in transactional mode");
        require(lookup != Lookup.FENCE_AND_LOOK || settings.fenced, "only a fenced effect has a fence to raise");
        require(
                processes().stream().noneMatch(script -> script.works().contains(Work.TWO_PHASES)),
                "a resolver looks for one effect, and work in two phases has two");
        return with(s -> s.lookup = lookup);
    }

    /** The same with this guarantee demanded, in place of the mode's own. */
    public Scenario<S> demanding(Guarantee guarantee) {
        return with(s -> s.guarantee = guarantee);
    }

    private Scenario<S> with(Consumer<Settings> change) {
        Settings changed = new Settings(settings);
        change.accept(changed);
        return new Scenario<>(name, wiring, leases, leased, changed);
    }

    private static void require(boolean met, String message) {
        if (!met) {
            throw new IllegalArgumentException(message);
        }
    }

    Observed wire(S store, Run run) {
        return wiring.wire(store, run);
    }

    LeasePolicy leases() {
        return leases;
    }

    boolean leased() {
        return leased;
    }

    List<Script> processes() {
        return settings.processes;
    }

    int crashes() {
        return settings.crashes;
    }

    int expiries() {
        return settings.expiries;
    }

    int failures() {
        return settings.failures;
    }

    int polls() {
        return settings.polls;
    }

    boolean isFenced() {
        return settings.fenced;
    }

    Lookup lookup() {
        return settings.lookup;
    }

    /** Whether some work throws by its script. */
    boolean throwsAnything() {
        return processes().stream()
                .flatMap(script -> script.works().stream())
                .anyMatch(work -> work == Work.THROW || work == Work.THROW_AT_ONCE);
    }

    Guarantee guarantee() {
        return settings.guarantee;
    }

    /** The name and the bounds. */
    @Override
    public String toString() {
        return name + " [" + processes().size() + " processes, crashes " + crashes()
                + (leased ? ", expiries " + expiries() : "")
                + (failures() > 0 ? ", failures " + failures() : "") + ", polls " + polls() + "]";
    }

    /** What one process sends and does; an operator's without works. */
    record Script(String contents, List<Work> works) {

        /** How often it tries at the most: once more after a try that left nothing. */
        int tries() {
            return Math.max(2, works.size());
        }

        boolean isOperator() {
            return works.isEmpty();
        }

        Work work(int attempt) {
            return works.get(Math.min(attempt, works.size()) - 1);
        }
    }

    /** Puts the explorer between an engine and a store. */
    @FunctionalInterface
    interface Wiring<S> {
        Observed wire(S store, Run run);
    }

    /** The settings while they are being put together; not changed once a scenario has them. */
    private static final class Settings {

        private final List<Script> processes = new ArrayList<>();
        private int crashes = 1;
        private int expiries = 1;
        private int failures;
        private int polls = 2;
        private boolean fenced;
        private Lookup lookup = Lookup.NONE;
        private Guarantee guarantee = Guarantee.ONCE;

        Settings() {}

        Settings(Settings other) {
            processes.addAll(other.processes);
            crashes = other.crashes;
            expiries = other.expiries;
            failures = other.failures;
            polls = other.polls;
            fenced = other.fenced;
            lookup = other.lookup;
            guarantee = other.guarantee;
        }
    }
}
