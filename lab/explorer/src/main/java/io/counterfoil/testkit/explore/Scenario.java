package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.policy.LeasePolicy;
import io.counterfoil.idempotency.policy.OnExpiry;
import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.idempotency.store.RecordStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The processes of an exploration and the bounds on faults: processes that send one request under one key, each with
 * its own engine. Immutable; an invalid setting is rejected by an {@link IllegalArgumentException}.
 *
 * <p>A process that crashes, or whose attempt leaves nothing behind, sends its request once more; after a crash its
 * memory is empty.
 *
 * @param <S> the kind of store that it needs
 */
public final class Scenario<S extends RecordStore> {

    /** The maximum number of processes. */
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

    /** A scenario in transactional mode without processes: one crash, no failure of the store, two polls. */
    public static Scenario<ClaimStore> transactional(String name) {
        return new Scenario<>(name, ObservedClaimStore::new, LeasePolicy.DEFAULT, false, new Settings());
    }

    /** A scenario in lease mode without processes: one crash, one lease expiry, no failure of the store, two polls. */
    public static Scenario<LeaseStore> leased(String name, OnExpiry onExpiry) {
        LeasePolicy leases = new LeasePolicy(LEASE, onExpiry);
        Settings settings = new Settings();
        settings.guarantee = onExpiry == OnExpiry.UNKNOWN ? Guarantee.ONCE : Guarantee.ONCE_PER_LEASE;
        return new Scenario<>(name, ObservedLeaseStore::new, leases, true, settings);
    }

    /**
     * A copy with one more process.
     *
     * @param contents the contents of its request
     * @param works the work of its action in each attempt, in order; the last one is repeated
     */
    public Scenario<S> process(String contents, Work... works) {
        return process(Sending.ALONE, contents, works);
    }

    /**
     * A copy with one more process, which sends its request in a batch: between two requests of other keys, and once more after them. Each has an
     * action of its own; the others have their effect. Transactional mode only.
     *
     * @param works the work of its action in each attempt, in order; the last one is repeated
     */
    public Scenario<S> batch(String contents, Work... works) {
        require(!leased, "requests share a unit of work in transactional mode alone");
        return process(Sending.IN_A_BATCH, contents, works);
    }

    /** {@link #batch} with one action for all requests. */
    public Scenario<S> together(String contents, Work... works) {
        require(!leased, "requests share a unit of work in transactional mode alone");
        require(!List.of(works).contains(Work.FORGET), "an action for all requests is kept");
        return process(Sending.TOGETHER, contents, works);
    }

    private Scenario<S> process(Sending sending, String contents, Work... works) {
        require(works.length > 0, "a process requires work for its first attempt");
        require(processes().size() < MOST_PROCESSES, "a scenario has at most " + MOST_PROCESSES + " processes");
        require(
                settings.lookup == Lookup.NONE || !List.of(works).contains(Work.TWO_PHASES),
                "a resolver supports one effect, and work in two phases has two");
        return with(s -> s.processes.add(new Script(sending, contents, List.of(works))));
    }

    /**
     * A copy with an operator that checks for the effect of a request with these contents, and if it is found, resolves
     * an unknown outcome. Lease mode only.
     */
    public Scenario<S> operator(String contents) {
        require(leased, "transactional mode has no unknown outcomes");
        require(processes().size() < MOST_PROCESSES, "a scenario has at most " + MOST_PROCESSES + " processes");
        return with(s -> s.processes.add(new Script(Sending.ALONE, contents, List.of())));
    }

    /** A copy with a maximum number of crashes per schedule; each process crashes at most once. */
    public Scenario<S> crashes(int crashes) {
        require(crashes >= 0, "crashes must not be negative, but is " + crashes);
        return with(s -> s.crashes = crashes);
    }

    /** A copy with a maximum number of lease expiries per schedule. */
    public Scenario<S> expiries(int expiries) {
        require(expiries >= 0, "expiries must not be negative, but is " + expiries);
        return with(s -> s.expiries = expiries);
    }

    /**
     * A copy with a maximum number of failing store calls per schedule. A failing call throws a {@link
     * io.counterfoil.idempotency.store.StoreException} before or after it has taken effect.
     */
    public Scenario<S> failures(int failures) {
        require(failures >= 0, "failures must not be negative, but is " + failures);
        return with(s -> s.failures = failures);
    }

    /** A copy with a maximum number of polls of a duplicate. */
    public Scenario<S> polls(int polls) {
        require(polls >= 0, "polls must not be negative, but is " + polls);
        return with(s -> s.polls = polls);
    }

    /**
     * A copy with effects that check the fencing token: an effect under a lower token than a previous one does not take
     * place.
     */
    public Scenario<S> fenced() {
        require(leased, "transactional mode has nothing to fence: the effect is in the store");
        return with(s -> s.fenced = true);
    }

    /** A copy with this resolver. */
    public Scenario<S> resolving(Lookup lookup) {
        require(leased || lookup == Lookup.NONE, "transactional mode has no resolvers");
        require(lookup != Lookup.FENCE_AND_LOOK || settings.fenced, "FENCE_AND_LOOK requires fenced effects");
        require(
                processes().stream().noneMatch(script -> script.works().contains(Work.TWO_PHASES)),
                "a resolver supports one effect, and work in two phases has two");
        return with(s -> s.lookup = lookup);
    }

    /** A copy with this guarantee in place of the mode's default. */
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

    /** Whether the script of a process throws. */
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

    /** The request and the work of one process; an operator has no work. */
    record Script(Sending sending, String contents, List<Work> works) {

        /** The maximum number of attempts: one more after an attempt that left nothing behind. */
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

    /** Connects an engine to a store through the explorer. */
    @FunctionalInterface
    interface Wiring<S> {
        Observed wire(S store, Run run);
    }

    /** The mutable settings of a copy under construction. */
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
