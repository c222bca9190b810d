package io.counterfoil.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous work of one keyed request.
 *
 * <p>The record must be written after the effect, and the engine writes it on the thread that carries the request out. So that thread
 * waits: it runs the handler, and where that has started something asynchronous, it lives on as the container's threads would, one step
 * after another, until the work is complete: listeners of the body, a dispatch, a time-out. The container itself sees a request that
 * takes its time. What the application sees is the Servlet specification's {@link AsyncContext} (6.1, section 2.3.3.3).
 *
 * <p>In a transaction there is no waiting: the work would be done on other threads, outside of it, and be kept where it is rolled back.
 * So starting is refused there.
 *
 * <p>Steps come from any thread; all else is for the thread that carries out.
 */
final class AsyncWork {

    /** Runs the rest of the chain, or another resource, with what an asynchronous context was given. */
    @FunctionalInterface
    interface Dispatch {

        void run(ServletRequest request, ServletResponse response) throws IOException, ServletException;
    }

    /** Something that the thread that carries out has to do. */
    @FunctionalInterface
    interface Step {

        void run() throws IOException, ServletException;
    }

    private static final Map<String, Function<HttpServletRequest, @Nullable Object>> ORIGINAL = Map.of(
            AsyncContext.ASYNC_REQUEST_URI, HttpServletRequest::getRequestURI,
            AsyncContext.ASYNC_CONTEXT_PATH, HttpServletRequest::getContextPath,
            AsyncContext.ASYNC_SERVLET_PATH, HttpServletRequest::getServletPath,
            AsyncContext.ASYNC_PATH_INFO, HttpServletRequest::getPathInfo,
            AsyncContext.ASYNC_QUERY_STRING, HttpServletRequest::getQueryString,
            AsyncContext.ASYNC_MAPPING, HttpServletRequest::getHttpServletMapping);

    private final HttpServletRequest nativeRequest;
    private @Nullable HeldRequest request;
    private @Nullable CapturedResponse response;
    private @Nullable Dispatch chain;
    private volatile boolean transactional;
    private volatile @Nullable AsyncCycle current;
    private volatile boolean dispatchedAgain;

    AsyncWork(HttpServletRequest nativeRequest) {
        this.nativeRequest = nativeRequest;
    }

    /**
     * Runs the chain, and all that it starts, to the end.
     *
     * @param inTransaction whether it runs in a transaction, where nothing may be started
     */
    void carryOut(HeldRequest held, CapturedResponse captured, boolean inTransaction, Dispatch rest)
            throws IOException, ServletException {
        this.request = held;
        this.response = captured;
        this.transactional = inTransaction;
        this.chain = rest;
        try {
            attempt(() -> rest.run(held, captured));
            AsyncCycle cycle = current;
            while (cycle != null && !cycle.isOver()) {
                attempt(cycle.next());
                cycle = current;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            InterruptedIOException failure =
                    new InterruptedIOException("interrupted while waiting for asynchronous work");
            failure.initCause(stopped);
            throw failure;
        } finally {
            AsyncCycle last = current;
            if (last != null) {
                last.end();
            }
        }
    }

    /** A failure goes to the listeners of the work, any of which may still bring it to an end. */
    private void attempt(Step step) throws IOException, ServletException {
        try {
            step.run();
        } catch (IOException | ServletException | RuntimeException | Error failure) {
            AsyncCycle cycle = current;
            if (cycle == null || !cycle.isSavedFrom(failure)) {
                throw failure;
            }
        }
    }

    AsyncContext start(boolean supported) {
        return start(supported, Objects.requireNonNull(request), captured());
    }

    AsyncContext start(boolean supported, ServletRequest given, ServletResponse givenResponse) {
        if (transactional) {
            throw new IllegalStateException(
                    place() + " cannot answer asynchronously: it is carried out in a transaction, which work"
                            + " on other threads would escape. Answer on the calling thread, or guard " + place()
                            + " in lease mode");
        }
        if (!supported) {
            throw new IllegalStateException(place()
                    + " cannot answer asynchronously: its servlet, or a filter in front of it, is not set up for that");
        }
        AsyncCycle before = current;
        if (isStarted()) {
            throw new IllegalStateException(place() + " has started asynchronous work already");
        }
        boolean original = given == request && givenResponse == response;
        AsyncCycle started = new AsyncCycle(this, given, givenResponse, original, otherPath(given));
        current = started;
        if (before != null) {
            before.startedAgain(started);
        }
        return started;
    }

    /** Where a handler that was forwarded to goes on: there, and not where the request came in. */
    private Optional<String> otherPath(ServletRequest given) {
        String uri = given instanceof HttpServletRequest http ? http.getRequestURI() : nativeRequest.getRequestURI();
        return uri.equals(nativeRequest.getRequestURI())
                ? Optional.empty()
                : Optional.of(uri.substring(nativeRequest.getContextPath().length()));
    }

    private CapturedResponse captured() {
        return Objects.requireNonNull(response);
    }

    /** The request for an error: method, path and the servlet behind it. */
    private String place() {
        String servlet = nativeRequest.getHttpServletMapping().getServletName();
        return nativeRequest.getMethod() + " " + nativeRequest.getRequestURI()
                + (servlet == null || servlet.isEmpty() ? "" : " (servlet " + servlet + ")");
    }

    boolean isStarted() {
        AsyncCycle cycle = current;
        return cycle != null && !cycle.isOver();
    }

    boolean wasStarted() {
        return current != null;
    }

    boolean isDispatchedAgain() {
        return dispatchedAgain;
    }

    AsyncContext context() {
        AsyncCycle cycle = current;
        if (cycle == null) {
            throw new IllegalStateException("no asynchronous work was started");
        }
        return cycle;
    }

    void mustBeStarted(String what) {
        if (!isStarted()) {
            throw new IllegalStateException(
                    what + " before startAsync(): a body that is listened to is an asynchronous handler's");
        }
    }

    /** Calls back on the thread that carries out. */
    void later(Step callback, Consumer<Throwable> onFailure) {
        AsyncCycle cycle = current;
        if (cycle != null) {
            cycle.add(() -> {
                try {
                    callback.run();
                } catch (IOException | ServletException | RuntimeException | Error failure) {
                    onFailure.accept(failure);
                    throw failure;
                }
            });
        }
    }

    void listen(WriteListener listener) {
        mustBeStarted("setWriteListener()");
        later(listener::onWritePossible, listener::onError);
    }

    /** The same resource once more, behind what was answered so far. */
    void dispatch(ServletRequest given, ServletResponse givenResponse) throws IOException, ServletException {
        dispatchedAgain = true;
        Objects.requireNonNull(chain).run(given, givenResponse);
    }

    /** Another resource, behind what was answered so far. */
    void dispatch(ServletContext context, String path, ServletRequest given, ServletResponse givenResponse)
            throws IOException, ServletException {
        RequestDispatcher dispatcher = context.getRequestDispatcher(path);
        if (dispatcher == null) {
            throw new ServletException(
                    "asynchronous work was dispatched to " + path + ", which cannot be dispatched to");
        }
        ORIGINAL.forEach((name, value) -> nativeRequest.setAttribute(name, value.apply(nativeRequest)));
        // A forward begins with an empty response that is not committed; this one goes on.
        captured().reopen();
        dispatchedAgain = true;
        dispatcher.forward(given, givenResponse);
    }

    /** Nobody has brought the work to an end in time. */
    void timedOut() {
        captured().fail(500, "asynchronous work was not complete in time");
    }
}
