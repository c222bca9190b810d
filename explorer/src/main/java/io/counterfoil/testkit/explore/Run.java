package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
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

/** One schedule: its world, and what must hold in it. Used by one thread at a time. */
final class Run implements World {

    static final IdempotencyKey KEY = IdempotencyKey.of("explorer", "POST /effects", "the-key");
    static final Fingerprint NOTHING = Fingerprint.of(new byte[0]);

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration LONG_AFTER = Duration.ofDays(365);
    private static final IdempotencyPolicy POLICY = IdempotencyPolicy.DEFAULT
            .withCounting(IdempotencyPolicy.Counting.EXACT)
            .withRetention(Retention.FOREVER)
            .withWaitLimit(WAIT);

    private final Scenario<?> scenario;
    private final Set<Property> checked;
    private final SettableClock clock = SettableClock.at(Instant.parse("2026-01-01T00:00:00Z"));
    private final Book book = new Book(this);
    private final Effects effects;
    private final List<String> trace = new ArrayList<>();
    private final Set<String> answers = new TreeSet<>();
    private final Conductor conductor;
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
        this.conductor = new Conductor(this, claimants, search);
        Wired wired = wiring.apply(this);
        this.observed = wired.observed;
        this.contents = wired.contents;
    }

    Scenario<?> scenario() {
        return scenario;
    }

    Book book() {
        return book;
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

    Conductor conductor() {
        return conductor;
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
        effects.commit(acting().inUnit().commit());
    }

    void step(String what, Kind kind) {
        conductor.step(what, kind);
    }

    Claimant acting() {
        return conductor.acting();
    }

    /** The one who acts was told this, unless the store fails it now. */
    void told(String words) {
        int last = trace.size() - 1;
        trace.set(last, trace.get(last) + ": " + words);
        conductor.told(words);
    }

    Optional<IdempotencyRecord> finding(Supplier<Optional<IdempotencyRecord>> find) {
        step("looks for the record", Kind.READ);
        Optional<IdempotencyRecord> found = find.get();
        told(found.map(this::words).orElse("there is none"));
        return found;
    }

    void counting(Runnable count) {
        step("counts a duplicate", Kind.STORE);
        count.run();
        told("done");
    }

    /** An engine for this process, with nothing in its memory. */
    Idempotency engine(Claimant who) {
        return observed.engine(who.timer)
                .with(POLICY)
                .waiting(
                        (atMost, end) -> {
                            who.pauses();
                            return false;
                        },
                        () -> who.isTired(scenario.polls()) ? WAIT.toNanos() : 0);
    }

    /** A process has its outcome; whether there is no reason for another try. */
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
                () -> who + " asked for " + who.contents() + ", and was answered " + answer);
        answers.add(answer);
        require(answers.size() == 1, Property.SAME_ANSWER, () -> "different answers were given: " + answers);
        require(
                effects.bear(answer),
                Property.NOTHING_LOST,
                () -> "the answer " + answer + " was given, and what it tells of has not happened: " + effects);
        require(
                observed.record().isPresent(),
                Property.NOTHING_LOST,
                () -> "the answer " + answer + " was given, and there is no record");
    }

    /** What must hold in every state. */
    void check() {
        book.see(observed.record().orElse(null));
        Optional<String> breach = effects.breach(scenario.guarantee());
        require(breach.isEmpty(), Property.EFFECTS, () -> breach.orElse(""));
        require(
                scenario.leased() || effects.isEmpty() || book.hasRecord(),
                Property.NOTHING_LOST,
                () -> "an effect was committed, and there is no record: " + effects);
    }

    /** What must hold when all have ended: a fresh process, long after, for each of the contents that were sent. */
    void aftermath() {
        trace.add("all processes have ended, and a year passes");
        clock.advance(LONG_AFTER);
        Set<String> sent = new TreeSet<>();
        scenario.processes().forEach(script -> sent.add(script.contents()));
        for (String contents : sent) {
            Claimant fresh = new Claimant(this, 0, new Script(contents, List.of(Work.DO)), false);
            conductor.alone(fresh, () -> judge(contents, fresh.outcome()));
            check();
        }
    }

    private void judge(String contents, Outcome<String> outcome) {
        boolean unknown = outcome instanceof Outcome.UnknownOutcome;
        require(
                !(outcome instanceof Outcome.InProgress),
                Property.NO_DEADLOCK,
                () -> "all claimants have ended, and the key is still in flight");
        require(
                !unknown || (scenario.leased() && !book.hasRecord() && answers.isEmpty()),
                Property.NOTHING_LOST,
                () -> "the outcome is unknown to the store, but was known before");
        require(
                !unknown
                        || scenario.lookup() == Lookup.NONE
                        || effects.of(contents).isEmpty(),
                Property.NOTHING_LOST,
                () -> "the effect is there for the resolver to see, and its outcome is unknown");
        require(
                !unknown || conductor.hadTrouble() || scenario.throwsAnything(),
                Property.NOTHING_LOST,
                () -> "the outcome is unknown, though no claimant died, was late or failed");
        if (outcome instanceof Outcome.Executed || outcome instanceof Outcome.Replayed) {
            require(!effects.isEmpty(), Property.NOTHING_LOST, () -> "a fresh process has an answer without an effect");
        }
    }

    /** Ends the schedule with a counterexample, unless the condition is met or the property not asked for. */
    void require(boolean met, Property property, Supplier<String> fault) {
        if (!met && checked.contains(property)) {
            throw conductor.violated(new Counterexample(property, fault.get(), trace));
        }
    }

    /** A record, in words. */
    String words(IdempotencyRecord record) {
        byte[] kept = record.payload().toByteArray();
        return kept.length == 0 ? "nothing" : new String(kept, 1, kept.length - 1, StandardCharsets.UTF_8);
    }

    /** A call is made that may change what the store holds. */
    void calls(String call) {
        // A heart that beats again leaves the store as it was after the beat before.
        if (contents == null && !(call.equals(lastCall) && call.startsWith(Conductor.BEAT))) {
            history.append(call).append(';');
        }
        lastCall = call;
    }

    /**
     * The digest of the state: equal for states from which the same can follow. Processes with one script are exchangeable.
     * What the store holds is told by itself, or else follows from all calls that were made of it.
     */
    String state() {
        return conductor.state() + " | " + book + " | " + effects + " | " + answers + " | "
                + (contents == null ? history : contents.get());
    }

    /** A store with the explorer in front of it, and what tells all that it holds; null where nothing does. */
    record Wired(Observed observed, @Nullable Supplier<String> contents) {}
}
