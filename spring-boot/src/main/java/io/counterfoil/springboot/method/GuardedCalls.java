package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.Completion;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.Outcome;
import io.counterfoil.idempotency.PayloadCodec;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.IdempotencyEngines;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.escape.Escape;
import io.counterfoil.springboot.method.MethodJson.Returned;
import java.util.Optional;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.transaction.UnexpectedRollbackException;

/** The calls of one method, each carried out once per key. Thread-safe. */
final class GuardedCalls {

    private static final Fingerprint NOTHING = Fingerprint.of(new byte[0]);

    private final CallPlan plan;
    private final Idempotency engine;
    private final MethodJson json;
    private final PayloadCodec<Returned> codec;

    private GuardedCalls(CallPlan plan, Idempotency engine, MethodJson json) {
        this.plan = plan;
        this.engine = engine;
        this.json = json;
        this.codec = plan.method().getReturnType() == void.class
                ? MethodJson.nothing()
                : json.codec(plan.method().getGenericReturnType());
    }

    /** @throws CounterfoilStartUpException when the method's work would not be where its record is */
    static GuardedCalls of(CallPlan plan, IdempotencyEngines engines, MethodJson json) {
        try {
            Mode mode = plan.settings().mode(engines.mode());
            refuseEscapes(plan, mode);
            Idempotency engine = engines.of(mode, plan.settings().leases(engines.leases(), mode));
            return new GuardedCalls(
                    plan, engine.with(plan.settings().policy(engines.standard().policy())), json);
        } catch (IllegalArgumentException refused) {
            throw CallPlan.cannotBe(plan.method(), refused);
        }
    }

    private static void refuseEscapes(CallPlan plan, Mode mode) {
        Optional<String> escape = mode == Mode.TRANSACTIONAL
                ? Escape.of(plan.method(), plan.type())
                : Escape.later(plan.method(), plan.type());
        escape.ifPresent(how -> {
            throw new IllegalArgumentException("the method " + how + ", and the record is kept when it returns");
        });
    }

    @Nullable
    Object execute(MethodInvocation invocation) throws Exception {
        Object target = invocation.getThis();
        @Nullable Object[] arguments = invocation.getArguments();
        ClientId client = plan.client().isPresent()
                ? ClientId.ofStored(plan.client().get().text(target, arguments))
                : ClientId.ANONYMOUS;
        IdempotencyKey key = new IdempotencyKey(
                client, plan.operation(), new RequestId(plan.key().text(target, arguments)));
        Outcome<Returned> outcome = engine.execute(
                key, contents(target, arguments), codec, execution -> Completion.remember(proceed(invocation)));
        Returned returned = outcome.match(GuardedCalls::executed, Outcome.Replayed::value, rejected -> {
            throw refusal(key, rejected);
        });
        return returned.value();
    }

    private Fingerprint contents(@Nullable Object target, @Nullable Object[] arguments) {
        if (plan.settings().comparesNothing()) {
            return NOTHING;
        }
        return json.fingerprint(
                plan.method(),
                plan.contents().isPresent() ? plan.contents().get().evaluate(target, arguments) : arguments);
    }

    /** On a copy, because a unit of work that lost a conflict is run again as a whole. */
    private static Returned proceed(MethodInvocation invocation) throws Exception {
        MethodInvocation once =
                invocation instanceof ProxyMethodInvocation proxied ? proxied.invocableClone() : invocation;
        try {
            return new Returned(once.proceed());
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable strange) {
            throw new java.lang.reflect.UndeclaredThrowableException(strange);
        }
    }

    private static Returned executed(Outcome.Executed<Returned> executed) {
        if (executed.stored() == Outcome.Stored.NOTHING) {
            throw new UnexpectedRollbackException(
                    "the method returned, and its transaction was marked for roll-back: nothing was kept");
        }
        return executed.value();
    }

    private static IdempotentCallException refusal(IdempotencyKey key, Outcome.Rejected<Returned> rejected) {
        return rejected.match(
                inFlight -> new IdempotentCallException.InFlight(key, inFlight.retryAfter()),
                payloadMismatch -> new IdempotentCallException.KeyReused(key),
                notKept -> new IdempotentCallException.ResultNotKept(key),
                unknown -> new IdempotentCallException.OutcomeUnknown(key),
                tooMany -> new IdempotentCallException.TooManyInProgress(key, tooMany.limit(), tooMany.retryAfter()));
    }
}
