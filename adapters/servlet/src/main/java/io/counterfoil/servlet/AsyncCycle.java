package io.counterfoil.servlet;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.servlet.AsyncWork.Step;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asynchronous work from its start to its dispatch or its completion. It is ended by one of them, asked for once, from any thread; what
 * follows from that happens on the thread that carries the request out. Thread-safe.
 */
final class AsyncCycle implements AsyncContext {

    /** In milliseconds; what Tomcat and Jetty take, too. */
    private static final long DEFAULT_TIMEOUT = 30_000;

    private static final Logger log = LoggerFactory.getLogger(AsyncCycle.class);

    private final AsyncWork work;
    private final ServletRequest request;
    private final ServletResponse response;
    private final boolean original;
    private final Optional<String> otherPath;
    private final List<Registration> listeners = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
    private volatile long timeout = DEFAULT_TIMEOUT;
    private OptionalLong waitingSince = OptionalLong.empty();
    private boolean endAsked;
    private volatile boolean over;

    /** A listener, with the request and the response that it was registered with. */
    private record Registration(
            AsyncListener listener,
            @Nullable ServletRequest request,
            @Nullable ServletResponse response) {}

    /** Something that listeners are told. */
    @FunctionalInterface
    private interface Call {

        void on(AsyncListener listener, AsyncEvent event) throws IOException;
    }

    /** @param otherPath where a dispatch without a path goes, if it is not where the request came in */
    AsyncCycle(
            AsyncWork work,
            ServletRequest request,
            ServletResponse response,
            boolean original,
            Optional<String> otherPath) {
        this.work = work;
        this.request = request;
        this.response = response;
        this.original = original;
        this.otherPath = otherPath;
    }

    /** Whether nothing more comes of it: it was dispatched, or is complete. */
    boolean isOver() {
        return over;
    }

    /** What is to be done next; waits for it, no longer than until the time-out, which runs from the first call on. */
    Step next() throws InterruptedException {
        long now = System.nanoTime();
        if (waitingSince.isEmpty()) {
            waitingSince = OptionalLong.of(now);
        }
        long limit = timeout;
        if (limit <= 0) {
            return steps.take();
        }
        long left = TimeUnit.MILLISECONDS.toNanos(limit) - (now - waitingSince.getAsLong());
        Step step = steps.poll(left, TimeUnit.NANOSECONDS);
        return step == null ? this::timedOut : step;
    }

    void add(Step step) {
        steps.add(step);
    }

    private void timedOut() {
        if (isEndAsked()) {
            return;
        }
        tell(null, AsyncListener::onTimeout);
        if (!isEndAsked()) {
            work.timedOut();
            over = true;
        }
    }

    /** Tells the listeners of a failure; whether one of them has brought the work to an end nevertheless. */
    boolean isSavedFrom(Throwable failure) {
        synchronized (this) {
            endAsked = false;
            steps.clear();
        }
        tell(failure, AsyncListener::onError);
        boolean saved = isEndAsked();
        over = !saved;
        return saved;
    }

    /** Work was started again while this was dispatched: its listeners may follow. */
    void startedAgain(AsyncCycle next) {
        List<Registration> told = List.copyOf(listeners);
        listeners.clear();
        for (Registration registration : told) {
            call(
                    registration,
                    new AsyncEvent(next, registration.request(), registration.response()),
                    AsyncListener::onStartAsync);
        }
    }

    /** The last that listeners hear. */
    void end() {
        over = true;
        tell(null, AsyncListener::onComplete);
        listeners.clear();
    }

    private void tell(@Nullable Throwable failure, Call call) {
        for (Registration registration : listeners) {
            call(registration, new AsyncEvent(this, registration.request(), registration.response(), failure), call);
        }
    }

    /** As in a container, a listener that fails keeps nobody else from being told. */
    private static void call(Registration registration, AsyncEvent event, Call call) {
        try {
            call.on(registration.listener(), event);
        } catch (IOException | RuntimeException failure) {
            log.warn("A listener of asynchronous work failed", failure);
        }
    }

    private synchronized boolean isEndAsked() {
        return endAsked;
    }

    private synchronized void endBy(Step last) {
        mustBeOpen();
        endAsked = true;
        steps.add(() -> {
            over = true;
            last.run();
        });
    }

    private synchronized boolean isEnding() {
        return endAsked || over;
    }

    private void mustBeOpen() {
        if (isEnding()) {
            throw new IllegalStateException("the asynchronous work was dispatched or completed already");
        }
    }

    @Override
    public void dispatch() {
        if (otherPath.isPresent()) {
            dispatch(otherPath.get());
        } else {
            endBy(() -> work.dispatch(request, response));
        }
    }

    @Override
    public void dispatch(String path) {
        dispatch(request.getServletContext(), path);
    }

    @Override
    public void dispatch(ServletContext context, String path) {
        endBy(() -> work.dispatch(context, path, request, response));
    }

    @Override
    public void complete() {
        endBy(() -> {});
    }

    /**
     * On a thread of its own, under the correlation ID of the caller; what it throws is told to the listeners, or logged where the work
     * was brought to an end before.
     */
    @Override
    public void start(Runnable run) {
        mustBeOpen();
        Runnable correlated = Correlation.capture().wrap(run);
        Thread thread = new Thread(() -> {
            try {
                correlated.run();
            } catch (RuntimeException | Error failure) {
                synchronized (this) {
                    if (isEnding()) {
                        log.warn("A thread of asynchronous work failed behind the work's end", failure);
                    } else {
                        add(() -> {
                            throw failure;
                        });
                    }
                }
            }
        });
        thread.setDaemon(true);
        thread.setName("counterfoil-async");
        thread.start();
    }

    @Override
    public ServletRequest getRequest() {
        mustBeOpen();
        return request;
    }

    @Override
    public ServletResponse getResponse() {
        mustBeOpen();
        return response;
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        return original;
    }

    @Override
    public void addListener(AsyncListener listener) {
        listeners.add(new Registration(listener, request, response));
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest given, ServletResponse givenResponse) {
        listeners.add(new Registration(listener, given, givenResponse));
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new ServletException(type.getName() + " cannot be made a listener", impossible);
        }
    }

    @Override
    public void setTimeout(long milliseconds) {
        timeout = milliseconds;
    }

    @Override
    public long getTimeout() {
        return timeout;
    }
}
