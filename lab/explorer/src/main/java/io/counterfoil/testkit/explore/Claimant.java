package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.BatchResult;
import io.counterfoil.idempotency.BatchUndoneException;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.testkit.explore.Scenario.Script;
import io.counterfoil.testkit.time.ManualScheduler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A process: its script and its current step. It has its own thread and runs only during its turn, in which all of its
 * fields are written.
 */
final class Claimant {

    private static final Duration A_LONG_TIME = Duration.ofDays(1);

    private final Run run;
    private final Script script;
    private final boolean scheduled;
    private final Semaphore turn = new Semaphore(0);
    private final StringBuilder memory = new StringBuilder();
    private final String name;
    private final String request;

    /** The number of its latest lease. */
    int lease;

    /** The unit of work in progress. */
    @Nullable
    Unit unit;

    /** Whether it crashes at its next step. */
    boolean dying;

    /** The failure of the store at its next step. */
    StoreFault fault = StoreFault.NONE;

    /** Renews its lease, independently of its turn. */
    ManualScheduler timer = new ManualScheduler();

    private @Nullable Runnable start;
    private String at = "";
    private Kind kind = Kind.LOCAL;
    private boolean ended;
    private boolean crashed;
    private boolean overtaken;
    private int crashes;
    private int attempt = 1;
    private int pauses;
    private String phase = "";
    private String phaseResult = "";

    Claimant(Run run, int number, Script script, boolean scheduled) {
        this.run = run;
        this.script = script;
        this.scheduled = scheduled;
        this.name = number == 0 ? "a new process" : (script.isOperator() ? "operator " : "process ") + number;
        this.request = script.sending() + script.contents() + script.works();
    }

    /** Sends its request until it has a result or no attempts are left. */
    void runScript() {
        Idempotency engine = run.engine(this);
        for (boolean open = true; open && attempt <= script.tries(); attempt++) {
            memory.setLength(0);
            pauses = 0;
            try {
                open = !(script.isOperator() ? operate() : attempt(engine));
            } catch (Crash crash) {
                crashes++;
                crashed = false;
                overtaken = false;
                timer = new ManualScheduler();
                engine = run.engine(this);
            } catch (WorkFailed failed) {
                run.trace().add(this + " gets the failure of its work: " + failed.getMessage());
            } catch (StoreException | BatchUndoneException failed) {
                run.trace().add(this + " gets: " + failed.getMessage());
            }
        }
    }

    /** Makes one attempt; returns whether it was the last one. */
    private boolean attempt(Idempotency engine) {
        return run.answered(this, outcome(engine));
    }

    /** Makes one attempt on an engine with an empty memory. */
    Outcome<String> outcome() {
        Outcome<String> outcome = outcome(run.engine(this));
        run.answered(this, outcome);
        return outcome;
    }

    private Outcome<String> outcome(Idempotency engine) {
        ScriptedAction scripted = new ScriptedAction(run, this, script);
        Outcome<String> outcome = switch (script.sending()) {
            case ALONE -> engine.execute(request(), PayloadCodec.TEXT, scripted.action());
            case IN_A_BATCH, TOGETHER -> inABatch(engine, scripted);
        };
        run.step("gets its result", Kind.LOCAL);
        run.result(ScriptedAction.words(outcome));
        return outcome;
    }

    private Outcome<String> inABatch(Idempotency engine, ScriptedAction scripted) {
        List<KeyedRequest> requests = List.of(beside("left"), request(), beside("right"), request());
        List<BatchResult<String>> results = script.sending() == Sending.TOGETHER
                ? engine.executeTogether(requests, PayloadCodec.TEXT, scripted.together())
                : engine.executeAll(
                        List.of(
                                new BatchRequest<>(requests.get(0), scripted.beside("left")),
                                new BatchRequest<>(requests.get(1), scripted.action()::run),
                                new BatchRequest<>(requests.get(2), scripted.beside("right")),
                                new BatchRequest<>(requests.get(3), scripted.action()::run)),
                        PayloadCodec.TEXT,
                        A_LONG_TIME);
        run.answeredBeside(this, "left", outcome(results.get(0)));
        run.answeredBeside(this, "right", outcome(results.get(2)));
        if (!(results.get(3) instanceof BatchResult.NotBegun)) {
            throw new IllegalStateException("the second request of a key was begun: " + results.get(3));
        }
        return outcome(results.get(1));
    }

    private static Outcome<String> outcome(BatchResult<String> result) {
        if (result instanceof BatchResult.Failed<String> failed && failed.failure() instanceof WorkFailed work) {
            throw work;
        }
        if (result instanceof BatchResult.Ended<String> ended) {
            return ended.outcome();
        }
        throw new IllegalStateException("neither an outcome nor the failure of the work: " + result);
    }

    private KeyedRequest beside(String name) {
        return new KeyedRequest(
                Run.keyBeside(name), Run.NOTHING, Optional.of(new AttemptId(Integer.toString(attempt))));
    }

    private boolean operate() {
        run.step("checks for the effect", Kind.EFFECT);
        Optional<Effect> effect = run.effects().of(script.contents());
        run.result(effect.isPresent() ? "found" : "not found");
        if (effect.isPresent()) {
            run.observed()
                    .unknownOutcomes()
                    .happened(Run.KEY, PayloadCodec.TEXT, effect.get().answer());
        }
        return true;
    }

    private KeyedRequest request() {
        Fingerprint contents = Fingerprint.of(script.contents().getBytes(StandardCharsets.UTF_8));
        return new KeyedRequest(Run.KEY, contents, Optional.of(new AttemptId(Integer.toString(attempt))));
    }

    int attempt() {
        return attempt;
    }

    String contents() {
        return script.contents();
    }

    Script script() {
        return script;
    }

    /** The unit of work in progress. */
    Unit inUnit() {
        if (unit == null) {
            throw new IllegalStateException(this + " has no unit of work");
        }
        return unit;
    }

    void runsPhase(String name) {
        phase = name;
    }

    void hasResult(String result) {
        phaseResult = result;
    }

    void hasSaved() {
        run.model().saved(phase, phaseResult);
    }

    /** Pauses before it polls again; earlier responses no longer affect it. */
    void pauses() {
        pauses++;
        memory.setLength(0);
        run.trace().add(this + " waits");
    }

    boolean hasPolled(int most) {
        return pauses >= most;
    }

    /** Appends the result of its last step to the trace. */
    void result(String words) {
        memory.append(words).append(';');
    }

    void isOvertaken() {
        overtaken = true;
    }

    boolean canRenew() {
        return isBeating() && !overtaken && run.model().renewable(lease);
    }

    /** Sends one heartbeat. */
    void beat() {
        timer.advance(Scenario.BEAT);
    }

    private boolean isBeating() {
        return timer.waiting() > 0;
    }

    // Turns

    boolean isScheduled() {
        return scheduled;
    }

    /** Sets the task that starts it at its first turn. */
    void startsWith(Runnable starter) {
        start = starter;
    }

    /** Gives it the turn. */
    void wake() {
        Runnable first = start;
        start = null;
        if (first != null) {
            first.run();
        } else {
            turn.release();
        }
    }

    void awaitTurn() {
        turn.acquireUninterruptibly();
    }

    void reaches(String where, Kind what) {
        at = where;
        kind = what;
    }

    void ends() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    boolean hasCrashed() {
        return crashed;
    }

    void crash() {
        dying = false;
        crashed = true;
        timer.shutdown();
    }

    boolean canCrash() {
        return kind != Kind.ROLLBACK && !crashed && crashes == 0;
    }

    boolean canBeFailed() {
        return (kind == Kind.STORE || kind == Kind.READ) && !crashed;
    }

    boolean isAlone() {
        return kind == Kind.LOCAL;
    }

    /** Whether its step may change what the store holds. */
    boolean changesStore() {
        return kind == Kind.STORE || kind == Kind.POINT || kind == Kind.ROLLBACK;
    }

    String at() {
        return at;
    }

    /** Part of the digest of a state: everything that affects its further steps. */
    String state() {
        return ended
                ? "ended"
                : request + attempt + " " + crashes + (crashed ? "crashed" : "") + pauses
                        + " lease " + lease + (isBeating() ? "beats" : "") + (overtaken ? "overtaken" : "") + " " + at
                        + " " + memory;
    }

    @Override
    public String toString() {
        return name;
    }
}
