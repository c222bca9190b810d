package io.counterfoil.springboot.method;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.engine.IdempotencyEngines;
import io.counterfoil.springboot.internal.DetachedWork;
import io.counterfoil.springboot.settings.EndpointSettings;
import io.counterfoil.springboot.settings.Policies;
import java.util.Objects;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.transaction.UnexpectedRollbackException;

/** The calls of one method, each executed once per key. Thread-safe. */
final class OncePerKeyMethod {

    private final MethodSettings annotated;
    private final Idempotency engine;
    private final MethodJson json;
    private final PayloadCodec<ReturnedResult> codec;

    private OncePerKeyMethod(MethodSettings annotated, Idempotency engine, MethodJson json) {
        this.annotated = annotated;
        this.engine = engine;
        this.json = json;
        this.codec = json.codec(annotated.method(), annotated.type());
    }

    /** @throws CounterfoilStartUpException when the method's work would not be where its record is, or its result could not be read */
    static OncePerKeyMethod of(MethodSettings annotated, IdempotencyEngines engines, MethodJson json) {
        try {
            EndpointSettings settings = annotated.settings();
            Mode mode = Objects.requireNonNullElse(settings.mode(), engines.mode());
            refuseDetachedWork(annotated);
            Policies policies = annotated
                    .results()
                    .customize(settings.applyTo(
                            new Policies(HttpPolicy.DEFAULT, engines.standard().policy(), engines.leases()), mode));
            Idempotency engine = engines.of(mode, policies.lease());
            return new OncePerKeyMethod(annotated, engine.with(policies.idempotency()), json);
        } catch (IllegalArgumentException refused) {
            throw MethodSettings.cannotBe(annotated.method(), refused);
        }
    }

    private static void refuseDetachedWork(MethodSettings annotated) {
        DetachedWork.of(annotated.method(), annotated.type()).ifPresent(how -> {
            throw new IllegalArgumentException("the method " + how + ", but the record is stored when it returns");
        });
    }

    @Nullable
    Object execute(MethodInvocation invocation) throws Exception {
        Object target = invocation.getThis();
        @Nullable Object[] arguments = invocation.getArguments();
        ClientId client = annotated.client().isPresent()
                ? ClientId.ofStored(annotated.client().get().text(target, arguments))
                : ClientId.ANONYMOUS;
        IdempotencyKey key = new IdempotencyKey(
                client, annotated.operation(), new RequestId(annotated.key().text(target, arguments)));
        Outcome<ReturnedResult> outcome = engine.execute(
                key, contents(target, arguments), codec, execution -> Completion.remember(proceed(invocation)));
        ReturnedResult returned = outcome.match(OncePerKeyMethod::executed, Outcome.Replayed::value, rejected -> {
            throw new RejectedCallException(key, rejected);
        });
        return returned.value();
    }

    private Fingerprint contents(@Nullable Object target, @Nullable Object[] arguments) {
        return json.fingerprint(
                annotated.method(),
                annotated.contents().isPresent() ? annotated.contents().get().evaluate(target, arguments) : arguments);
    }

    /** On a copy, because a unit of work that lost a conflict is run again as a whole. */
    private static ReturnedResult proceed(MethodInvocation invocation) throws Exception {
        MethodInvocation once =
                invocation instanceof ProxyMethodInvocation proxied ? proxied.invocableClone() : invocation;
        try {
            return new ReturnedResult(once.proceed());
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable strange) {
            throw new java.lang.reflect.UndeclaredThrowableException(strange);
        }
    }

    private static ReturnedResult executed(Outcome.Executed<ReturnedResult> executed) {
        if (executed.stored() == Outcome.Stored.NOTHING) {
            throw new UnexpectedRollbackException(
                    "the method returned, but its transaction was marked for rollback: no record was stored");
        }
        return executed.value();
    }
}
