package io.counterfoil.contextpropagation;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.Snapshot;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the current work along where Micrometer's context propagation goes: into and out of Reactor's context, and with what {@code
 * ContextSnapshot} and {@code ContextExecutorService} wrap. {@code ServiceLoader} finds it.
 *
 * <p>What is carried is the {@link Snapshot}, and so the work itself: its id, the MDC's {@value Correlation#MDC_KEY}, and
 * the count of its children, which continues wherever {@link Correlation#child()} is called. Code that has no thread of its own to
 * capture from writes it into Reactor's context under {@link Correlation#CONTEXT_KEY}:
 *
 * <pre>{@code
 * chain.contextWrite(context -> context.put(Correlation.CONTEXT_KEY, Snapshot.of(id)))
 * }</pre>
 *
 * <p>Where no work is current, nothing is captured. Whether a thread that runs such a snapshot then loses the work it has is for
 * {@code ContextSnapshotFactory.Builder.clearMissing} to say; in Reactor's automatic propagation it does.
 *
 * <p>At the end of a span the thread has exactly what it had before: its work or none, and what the MDC's key held, even if other code had put
 * it there. Spans nest. One that its code left with a scope of {@link Correlation} still open ends all the same, and closes that
 * scope; it is logged at level WARN, and nothing is thrown, since the values of other accessors are to be restored as well.
 *
 * <p>Thread-safe.
 */
public final class CorrelationThreadLocalAccessor implements ThreadLocalAccessor<Snapshot> {

    private static final Logger LOG = LoggerFactory.getLogger(CorrelationThreadLocalAccessor.class);

    /** Those that were opened on this thread and are to be closed, the innermost first; absent where there is none. */
    private static final ThreadLocal<@Nullable Deque<Correlation.Scope>> SPANS = new ThreadLocal<>();

    /** An accessor for any registry; {@code ServiceLoader} makes that of the global one. */
    public CorrelationThreadLocalAccessor() {}

    /** {@link Correlation#CONTEXT_KEY}. */
    @Override
    public Object key() {
        return Correlation.CONTEXT_KEY;
    }

    /** The current work; null outside all scopes. */
    @Override
    public @Nullable Snapshot getValue() {
        Snapshot now = Correlation.capture();
        return now.id().isPresent() ? now : null;
    }

    @Override
    public void setValue(Snapshot work) {
        Deque<Correlation.Scope> open = SPANS.get();
        if (open == null) {
            open = new ArrayDeque<>();
            SPANS.set(open);
        }
        open.push(work.open());
    }

    @Override
    public void setValue() {
        setValue(Snapshot.nothing());
    }

    /** The scope that has to be closed knows its predecessor exactly, which the id alone does not identify. */
    @Override
    public void restore(Snapshot previous) {
        restore();
    }

    @Override
    public void restore() {
        Deque<Correlation.Scope> open = SPANS.get();
        if (open == null) {
            LOG.warn("A context was restored on a thread where none had been set; nothing changed");
            return;
        }
        Correlation.Scope ended = open.pop();
        if (open.isEmpty()) {
            SPANS.remove();
        }
        try {
            ended.close();
        } catch (IllegalStateException outOfOrder) {
            LOG.warn(
                    "A correlation scope was not closed, and was closed together with the enclosing context",
                    outOfOrder);
        }
    }
}
