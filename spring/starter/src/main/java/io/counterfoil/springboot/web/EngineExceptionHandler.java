package io.counterfoil.springboot.web;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.UnknownClientException;
import io.counterfoil.idempotency.KeyInFlightException;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.springboot.method.RejectedCallException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * A base for an advice ({@code @RestControllerAdvice}) that handles every exception. It responds to the exceptions of the engine with the
 * problems that the starter sends where no advice takes them, also with a bean {@code engineProblems} of the application's own; an
 * {@code @ExceptionHandler(Exception.class)} of the subclass gets only the others. Thread-safe.
 */
public abstract class EngineExceptionHandler extends ResponseEntityExceptionHandler {

    private volatile EngineProblems problems = new EngineProblems(HttpPolicy.DEFAULT);

    @Autowired(required = false)
    final void setPolicy(HttpPolicy policy) {
        problems = new EngineProblems(policy);
    }

    /**
     * Sends the problem. The exception is not thrown again: one that a broken connection to the database has caused would be taken by Spring
     * for a client that has gone, and get status 200.
     *
     * @param failure what the handler threw
     * @param request of the handler
     * @param response receives the problem
     */
    @ExceptionHandler({
        StoreException.class,
        KeyInFlightException.class,
        RejectedCallException.class,
        InvalidIdentifierException.class,
        UnknownClientException.class
    })
    protected final void ofTheEngine(Exception failure, HttpServletRequest request, HttpServletResponse response) {
        problems.resolveException(request, response, null, failure);
    }
}
