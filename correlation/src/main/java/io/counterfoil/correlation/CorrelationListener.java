package io.counterfoil.correlation;

/**
 * Is told of the ids of the work, to show them where logs do not: on the spans of a trace, for instance. Called on the thread that
 * does the work, and before it goes on; what a listener throws is logged, and the work goes on.
 *
 * <p>Implementations are thread-safe, quick, and do not change the current id.
 */
public interface CorrelationListener {

    /** A scope has been opened: the id is the current one of this thread. Closing a scope is not told. */
    default void opened(CorrelationId id) {}

    /** An id has given way to another one; both lines are in the log already. Neither needs to be the current one. */
    default void replaced(CorrelationId old, CorrelationId next) {}
}
