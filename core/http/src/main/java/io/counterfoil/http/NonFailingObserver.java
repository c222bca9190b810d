package io.counterfoil.http;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.store.KeyedRequest;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An observer whose failures are logged and go no further: when it is called with a response the work is committed already, and an
 * exception then would tell the client that it failed.
 */
record NonFailingObserver(ExchangeObserver observer) implements ExchangeObserver {

    private static final Logger log = LoggerFactory.getLogger(NonFailingObserver.class);

    @Override
    public ExchangeObservation begin(RequestHead head, KeyedRequest request) {
        return telling(() -> new Unobtrusive(observer.begin(head, request)), ExchangeObservation.NONE);
    }

    @Override
    public void refused(RequestHead head, Response response) {
        telling(() -> observer.refused(head, response));
    }

    private record Unobtrusive(ExchangeObservation observation) implements ExchangeObservation {

        @Override
        public void answered(HttpOutcome outcome, Response response) {
            telling(() -> observation.answered(outcome, response));
        }

        @Override
        public void failed(Throwable failure) {
            telling(() -> observation.failed(failure));
        }
    }

    private static void telling(Runnable call) {
        telling(
                () -> {
                    call.run();
                    return true;
                },
                false);
    }

    /** A linkage error is caught too: it is what a tracing library that is only half there throws. */
    private static <T> T telling(Supplier<T> call, T otherwise) {
        try {
            return call.get();
        } catch (RuntimeException | LinkageError failure) {
            log.warn("Observer of requests failed", failure);
            return otherwise;
        }
    }
}
