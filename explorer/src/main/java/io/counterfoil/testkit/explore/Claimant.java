package io.counterfoil.testkit.explore;

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
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * One process: its script, and where it stands. It lives in a thread of its own, and moves only when it has the turn; so
 * does everything that it writes here.
 */
final class Claimant {

    private final Run run;
    private final Script script;
    private final boolean scheduled;
    private final Semaphore turn = new Semaphore(0);
    private final StringBuilder memory = new StringBuilder();
    private final String name;
    private final String request;

    /** The how-manieth lease of the key it had last. */
    int lease;

    /** The unit of work it is in. */
    @Nullable
    Unit unit;

    /** It dies in the step that it takes next. */
    boolean dying;

    /** How the store fails it in the step that it takes next. */
    StoreFault fault = StoreFault.NONE;

    /** Renews its lease, in time of its own. */
    ManualScheduler timer = new ManualScheduler();

    private @Nullable Runnable start;
    private String at = "";
    private Kind kind = Kind.LOCAL;
    private boolean ended;
    private boolean dead;
    private boolean overtaken;
    private int deaths;
    private int attempt = 1;
    private int pauses;
    private String phase = "";
    private String phaseResult = "";

    Claimant(Run run, int number, Script script, boolean scheduled) {
        this.run = run;
        this.script = script;
        this.scheduled = scheduled;
        this.name = number == 0 ? "a fresh process" : (script.isOperator() ? "operator " : "process ") + number;
        this.request = script.contents() + script.works();
    }

    /** Sends its request, until it has an answer or its tries are used up. */
    void live() {
        Idempotency engine = run.engine(this);
        for (boolean open = true; open && attempt <= script.tries(); attempt++) {
            memory.setLength(0);
            pauses = 0;
            try {
                open = !(script.isOperator() ? operate() : sends(engine));
            } catch (Crash crash) {
                deaths++;
                dead = false;
                overtaken = false;
                timer = new ManualScheduler();
                engine = run.engine(this);
            } catch (WorkFailed failed) {
                run.trace().add(this + " is told that its work failed: " + failed.getMessage());
            } catch (StoreException failed) {
                run.trace().add(this + " is told: " + failed.getMessage());
            }
        }
    }

    /** One call; whether there is no reason for another. */
    private boolean sends(Idempotency engine) {
        return run.answered(this, outcome(engine));
    }

    /** One call of an engine with nothing in its memory. */
    Outcome<String> outcome() {
        Outcome<String> outcome = outcome(run.engine(this));
        run.answered(this, outcome);
        return outcome;
    }

    private Outcome<String> outcome(Idempotency engine) {
        Labor labor = new Labor(run, this, script);
        Outcome<String> outcome = engine.execute(request(), PayloadCodec.TEXT, labor.action());
        run.step("gets its answer", Kind.LOCAL);
        run.told(Labor.words(outcome));
        return outcome;
    }

    private boolean operate() {
        run.step("looks for the effect", Kind.EFFECT);
        Optional<Effect> effect = run.effects().of(script.contents());
        run.told(effect.isPresent() ? "it is there" : "it is not there");
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

    /** The unit of work that it is in. */
    Unit inUnit() {
        if (unit == null) {
            throw new IllegalStateException(this + " is in no unit of work");
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
        run.book().saved(phase, phaseResult);
    }

    /** Pauses before it asks again; what it was told before does not matter any more. */
    void pauses() {
        pauses++;
        memory.setLength(0);
        run.trace().add(this + " waits a while");
    }

    boolean isTired(int most) {
        return pauses >= most;
    }

    /** It was told this in its last step. */
    void told(String words) {
        memory.append(words).append(';');
    }

    void isOvertaken() {
        overtaken = true;
    }

    boolean canBeat() {
        return isBeating() && !overtaken && run.book().renewable(lease);
    }

    /** Its heart beats once. */
    void beat() {
        timer.advance(Scenario.BEAT);
    }

    private boolean isBeating() {
        return timer.waiting() > 0;
    }

    // The turn

    boolean isScheduled() {
        return scheduled;
    }

    /** What starts it, when it has the turn for the first time. */
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

    void stands(String where, Kind what) {
        at = where;
        kind = what;
    }

    void ends() {
        ended = true;
    }

    boolean hasEnded() {
        return ended;
    }

    boolean isDead() {
        return dead;
    }

    void dies() {
        dying = false;
        dead = true;
        timer.shutdown();
    }

    boolean canDie() {
        return kind != Kind.UNDOING && !dead && deaths == 0;
    }

    boolean canBeFailed() {
        return (kind == Kind.STORE || kind == Kind.READ) && !dead;
    }

    boolean isAlone() {
        return kind == Kind.LOCAL;
    }

    /** Whether its step may change what the store holds. */
    boolean changesStore() {
        return kind == Kind.STORE || kind == Kind.POINT || kind == Kind.UNDOING;
    }

    String at() {
        return at;
    }

    /** For the digest of a state: all on which its further way depends. */
    String state() {
        return ended
                ? "ended"
                : request + attempt + " " + deaths + (dead ? "dead" : "") + pauses
                        + " lease " + lease + (isBeating() ? "beats" : "") + (overtaken ? "overtaken" : "") + " " + at
                        + " " + memory;
    }

    @Override
    public String toString() {
        return name;
    }
}
