package io.counterfoil.http;

import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.idempotency.Action;
import io.counterfoil.idempotency.Execution;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.result.Completion;
import java.util.Optional;

/** The handler of one request as the engine's action, which ends as its response is classified. Used by one thread. */
final class HandlerAction<X extends Exception> implements Action<Response, X> {

    private final IdempotencyKey key;
    private final KeyedHandler<X> handler;
    private final ResponseWriter responses;
    private boolean started;

    HandlerAction(IdempotencyKey key, KeyedHandler<X> handler, ResponseWriter responses) {
        this.key = key;
        this.handler = handler;
        this.responses = responses;
    }

    /** Whether the handler has run, or runs: a store that failed before has executed nothing. */
    boolean hasStarted() {
        return started;
    }

    @Override
    public Completion<Response> run(Execution execution) throws X {
        Optional<KeyLifetime> over =
                responses.policy().key().lifetime().filter(lifetime -> isOver(lifetime, execution));
        if (over.isPresent()) {
            return Completion.reject(responses.keyExpired(over.get()));
        }
        started = true;
        return completion(handler.handle(Optional.of(new KeyedExecution(key, execution))));
    }

    /** Under the claim, so that there is no record, and none is in the making. What a former owner began is taken over at any age. */
    private boolean isOver(KeyLifetime lifetime, Execution execution) {
        return !execution.isTakenOver() && lifetime.isOver(key.requestId());
    }

    private Completion<Response> completion(Response response) {
        return switch (responses.policy().responses().classifier().classify(response)) {
            case DONE -> stored(Completion.remember(response));
            case REFUSED -> stored(Completion.refuse(response));
            case NOT_DONE -> Completion.forget(response);
            case FAILED -> Completion.fail(response);
        };
    }

    private Completion<Response> stored(Completion<Response> completion) {
        return responses.policy().responses().storedFields().permitStoring(completion.value())
                ? completion
                : completion.withoutStoredResult();
    }
}
