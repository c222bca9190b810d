package io.counterfoil.testkit.explore;

import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.BatchAction;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.Resolution;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.testkit.explore.Scenario.Script;
import java.util.Optional;

/** The action of one attempt. */
final class ScriptedAction {

    private final Run run;
    private final Claimant who;
    private final Script script;

    ScriptedAction(Run run, Claimant who, Script script) {
        this.run = run;
        this.who = who;
        this.script = script;
    }

    Action<String, WorkFailed> action() {
        Action<String, WorkFailed> action = execution -> work(script.work(who.attempt()), execution);
        return run.scenario().lookup() == Lookup.NONE ? action : action.resolvedBy(this::resolve);
    }

    /** The action of a request of another key in the batch. */
    Action<String, Exception> beside(String name) {
        return execution -> {
            effectBeside(name);
            return Completion.remember(name);
        };
    }

    private void effectBeside(String name) {
        run.step("has the effect of its request " + name, Kind.LOCAL);
        who.inUnit().addBeside(name);
        run.result(name);
    }

    /** One action for all requests of the batch: returns the result of the scenario's, where its key is free. */
    BatchAction<String, WorkFailed> together() {
        return requests -> {
            String result = "beside";
            for (KeyedRequest request : requests) {
                if (request.key().equals(Run.KEY)) {
                    result = together(script.work(who.attempt()));
                } else {
                    effectBeside(request.key().requestId().value());
                }
            }
            return result;
        };
    }

    private String together(Work work) {
        return switch (work) {
            case DO -> effect("");
            case THROW -> throw new WorkFailed("after " + effect(""));
            case THROW_AT_ONCE -> throw new WorkFailed("at once");
            case FORGET, TWO_PHASES -> throw new IllegalStateException("an action for all requests cannot " + work);
        };
    }

    private String effect(String name) {
        run.step("has its effect", Kind.LOCAL);
        Effect effect = new Effect(name, script.contents(), who.lease);
        who.inUnit().add(effect);
        run.result(effect.answer());
        return effect.answer();
    }

    private Completion<String> work(Work work, Execution execution) {
        return switch (work) {
            case DO -> Completion.remember(effect("", execution));
            case FORGET -> Completion.forget(run.scenario().leased() ? "nothing" : effect("", execution));
            case THROW -> throw new WorkFailed("after " + effect("", execution));
            case THROW_AT_ONCE -> throw new WorkFailed("at once");
            case TWO_PHASES -> Completion.remember(phase("one", execution) + "+" + phase("two", execution));
        };
    }

    private String phase(String name, Execution execution) {
        Optional<String> kept = run.model().result(name);
        who.runsPhase(name);
        String result = execution.phase(name, PayloadCodec.TEXT, () -> {
            run.require(
                    kept.isEmpty(),
                    Property.NOTHING_LOST,
                    () -> "phase " + name + " runs again, although its result was saved");
            String done = effect(name, execution);
            who.hasResult(done);
            return done;
        });
        run.require(
                kept.isEmpty() || kept.get().equals(result),
                Property.SAME_ANSWER,
                () -> "phase " + name + " had the result " + kept + ", and now has " + result);
        return result;
    }

    private String effect(String name, Execution execution) {
        boolean leased = run.scenario().leased();
        if (!leased && name.isEmpty()) {
            return effect(name);
        }
        run.step(name.isEmpty() ? "has its effect" : "has its effect " + name, leased ? Kind.EFFECT : Kind.LOCAL);
        Effect effect = new Effect(name, script.contents(), who.lease);
        if (!leased) {
            who.inUnit().add(effect);
        } else if (!run.effects().take(effect, execution.token())) {
            run.result("rejected by the fence");
            throw new WorkFailed("its effect was rejected by the fence");
        }
        run.result(effect.answer());
        return effect.answer();
    }

    private Resolution<String> resolve(Execution execution) {
        boolean fences = run.scenario().lookup() == Lookup.FENCE_AND_LOOK;
        run.step(fences ? "raises the fence and checks for the effect" : "checks for the effect", Kind.EFFECT);
        if (fences) {
            run.effects().raise(execution.token(), who.lease);
        }
        Optional<Effect> effect = run.effects().of(script.contents());
        run.result(effect.isPresent() ? "found" : "not found");
        if (effect.isPresent()) {
            return Resolution.happened(effect.get().answer());
        }
        return fences ? Resolution.didNotHappen() : Resolution.undecided();
    }

    /** Describes an outcome in a trace. */
    static String words(Outcome<String> outcome) {
        return outcome.match(
                executed -> "executed, " + executed.stored() + ": " + executed.value(),
                replayed -> "replayed: " + replayed.value(),
                rejected -> rejected.match(
                        inFlight -> "in progress",
                        payloadMismatch -> "payload mismatch",
                        notKept -> "result not stored",
                        unknown -> "outcome unknown",
                        tooMany -> "too many in progress",
                        notAdmitted -> "rejected by its action"));
    }
}
