package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.policy.Counting;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.testkit.explore.Scenario.Script;
import io.counterfoil.testkit.time.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One schedule: its world and the checks of its properties. Not thread-safe. */
final class Run implements World {

    static final IdempotencyKey KEY = IdempotencyKey.of("explorer", "POST /effects", "the-key");
    static final Fingerprint NOTHING = Fingerprint.of(new byte[0]);

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration LONG_AFTER = Duration.ofDays(365);
    private static final IdempotencyPolicy POLICY = IdempotencyPolicy.DEFAULT
            .withDuplicates(duplicates -> duplicates.withCounting(Counting.EXACT))
            .withRetention(records -> records.withNamed(Retention.FOREVER))
            .withLimits(limits -> limits.withWaitTime(WAIT));

    private final Scenario<?> scenario;
    private final Set<Property> checked;
    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final StoreModel model = new StoreModel(this);
    private final Effects effects;
    private final List<String> trace = new ArrayList<>();
    private final Set<String> answers = new TreeSet<>();
    private final Scheduler scheduler;
    private final Observed observed;
    private final @Nullable Supplier<String> contents;
    private final StringBuilder history = new StringBuilder();

    private String lastCall = "";

    Run(Scenario<?> scenario, Set<Property> checked, Search search, Function<Run, Wired> wiring) {
        this.scenario = scenario;
        this.checked = checked;
        this.effects = new Effects(scenario.isFenced());
        List<Claimant> claimants = new ArrayList<>();
        for (Script script : scenario.processes()) {
            claimants.add(new Claimant(this, claimants.size() + 1, script, true));
        }
        this.scheduler = new Scheduler(this, claimants, search);
        Wired wired = wiring.apply(this);
        this.observed = wired.observed;
        this.contents = wired.contents;
    }

    Scenario<?> scenario() {
        return scenario;
    }

    StoreModel model() {
        return model;
    }

    Effects effects() {
        return effects;
    }

    List<String> trace() {
        return trace;
    }

    Observed observed() {
        return observed;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public SettableClock clock() {
        return clock;
    }

    @Override
    public void step(String what) {
        step(what, Kind.POINT);
    }

    @Override
    public void committed() {
        Unit unit = acting().inUnit();
        effects.commitBeside(unit.commitBeside());
        effects.commit(unit.commit());
    }

    void step(String what, Kind kind) {
        scheduler.step(what, kind);
    }

    Claimant acting() {
        return scheduler.acting();
    }

    /** Checks the outcome of a request of another key in the batch of a process. */
    void answeredBeside(Claimant who, String name, Outcome<String> outcome) {
        boolean done = outcome instanceof Outcome.Executed || outcome instanceof Outcome.Replayed;
        require(
                !done || effects.isBeside(name),
                Property.NOTHING_LOST,
                () -> who + " has a result of the request " + name + ", and its effect has not taken place: "
                        + effects);
    }

    /** Appends a result to the trace of the acting process, unless the store fails now. */
    void result(String words) {
        int last = trace.size() - 1;
        trace.set(last, trace.get(last) + ": " + words);
        scheduler.result(words);
    }

    Optional<IdempotencyRecord> finding(Supplier<Optional<IdempotencyRecord>> find) {
        step("looks the record up", Kind.READ);
        Optional<IdempotencyRecord> found = find.get();
        result(found.map(this::words).orElse("none"));
        return found;
    }

    void counting(Runnable count) {
        step("counts a duplicate", Kind.STORE);
        count.run();
        result("done");
    }

    /** A new engine with an empty memory for this process. */
    Idempotency engine(Claimant who) {
        return observed.engine(who.timer).toBuilder()
                .policy(POLICY)
                .waiting(
                        (atMost, end) -> {
                            who.pauses();
                            return false;
                        },
                        () -> who.hasPolled(scenario.polls()) ? WAIT.toNanos() : 0)
                .build();
    }

    /** Checks the outcome of a process; returns whether no further attempt is needed. */
    boolean answered(Claimant who, Outcome<String> outcome) {
        return outcome.match(
                executed -> {
                    boolean kept = executed.stored() != Outcome.Stored.NOTHING;
                    if (kept) {
                        answered(who, executed.value());
                    }
                    return kept;
                },
                replayed -> {
                    answered(who, replayed.value());
                    return true;
                },
                rejected -> true);
    }

    private void answered(Claimant who, String answer) {
        require(
                answer.startsWith(who.contents() + " "),
                Property.SAME_ANSWER,
                () -> who + " requested " + who.contents() + " and got " + answer);
        answers.add(answer);
        require(answers.size() == 1, Property.SAME_ANSWER, () -> "different results were returned: " + answers);
        require(
                effects.supports(answer),
                Property.NOTHING_LOST,
                () -> "the result " + answer + " was returned, and its effect has not taken place: " + effects);
        require(
                observed.record().isPresent(),
                Property.NOTHING_LOST,
                () -> "the result " + answer + " was returned, and there is no record");
    }

    /** Checks the properties of every state. */
    void check() {
        model.see(observed.record().orElse(null));
        Optional<String> breach = effects.breach(scenario.guarantee());
        require(breach.isEmpty(), Property.EFFECTS, () -> breach.orElse(""));
        require(
                scenario.leased() || effects.isEmpty() || model.hasRecord(),
                Property.NOTHING_LOST,
                () -> "an effect was committed, and there is no record: " + effects);
        for (String name : effects.beside()) {
            require(
                    observed.record(keyBeside(name)).isPresent(),
                    Property.NOTHING_LOST,
                    () -> "the effect of the request " + name + " was committed, and there is no record: " + effects);
        }
    }

    /** The key of a request beside that of the scenario. */
    static IdempotencyKey keyBeside(String name) {
        return IdempotencyKey.of("explorer", "POST /effects", name);
    }

    /** Checks the properties of an end: a new process, long after, for each of the contents that were sent. */
    void checkEnd() {
        trace.add("all processes have ended, and a year passes");
        clock.advance(LONG_AFTER);
        Set<String> sent = new TreeSet<>();
        scenario.processes().forEach(script -> sent.add(script.contents()));
        for (String contents : sent) {
            Claimant fresh = new Claimant(this, 0, new Script(Sending.ALONE, contents, List.of(Work.DO)), false);
            scheduler.alone(fresh, () -> judge(contents, fresh.outcome()));
            check();
        }
    }

    private void judge(String contents, Outcome<String> outcome) {
        boolean unknown = outcome instanceof Outcome.UnknownOutcome;
        require(
                !(outcome instanceof Outcome.InProgress),
                Property.NO_DEADLOCK,
                () -> "all processes have ended, and the key is still in progress");
        require(
                !unknown || (scenario.leased() && !model.hasRecord() && answers.isEmpty()),
                Property.NOTHING_LOST,
                () -> "the outcome is unknown to the store, and was known before");
        require(
                !unknown
                        || scenario.lookup() == Lookup.NONE
                        || effects.of(contents).isEmpty(),
                Property.NOTHING_LOST,
                () -> "the resolver can find the effect, and the outcome is unknown");
        require(
                !unknown || scheduler.hadFault() || scenario.throwsAnything(),
                Property.NOTHING_LOST,
                () -> "the outcome is unknown, although no process crashed, was late or failed");
        if (outcome instanceof Outcome.Executed || outcome instanceof Outcome.Replayed) {
            require(!effects.isEmpty(), Property.NOTHING_LOST, () -> "a new process has a result without an effect");
        }
    }

    /** Ends the schedule with a counterexample if the condition is false and the property is checked. */
    void require(boolean met, Property property, Supplier<String> fault) {
        if (!met && checked.contains(property)) {
            throw scheduler.violated(new Counterexample(property, fault.get(), trace));
        }
    }

    /** Describes a record. */
    String words(IdempotencyRecord record) {
        byte[] kept = record.payload().toByteArray();
        return kept.length == 0 ? "nothing" : new String(kept, 1, kept.length - 1, StandardCharsets.UTF_8);
    }

    /** Counts a call that may change the contents of the store. */
    void calls(String call) {
        // A repeated heartbeat leaves the store as the previous one did.
        if (contents == null && !(call.equals(lastCall) && call.startsWith(Scheduler.BEAT))) {
            history.append(call).append(';');
        }
        lastCall = call;
    }

    /**
     * The digest of the state: equal for states with the same continuations. Processes with the same script are
     * interchangeable. The contents of the store are described by an observer, or else by all calls that were made.
     */
    String state() {
        return scheduler.state() + " | " + model + " | " + effects + " | " + answers + " | "
                + (contents == null ? history : contents.get());
    }

    /** An observed store and the description of its contents; null without a description. */
    record Wired(Observed observed, @Nullable Supplier<String> contents) {}
}
