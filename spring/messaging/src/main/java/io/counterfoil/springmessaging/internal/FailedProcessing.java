package io.counterfoil.springmessaging.internal;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The processing that failed last on a thread, whose scopes have ended: a container reports the failure after that, in its own lines and by
 * error handlers, which belong to the message's story.
 */
public final class FailedProcessing {

    private static final ThreadLocal<@Nullable FailedProcessing> LAST = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable Report> REPORTED = new ThreadLocal<>();

    private final Throwable failure;
    private final CorrelationId correlationId;
    private final Optional<FailedAttempt> attempt;

    private FailedProcessing(Throwable failure, CorrelationId correlationId, Optional<FailedAttempt> attempt) {
        this.failure = failure;
        this.correlationId = correlationId;
        this.attempt = attempt;
    }

    private record Report(Correlation.Scope scope, Optional<FailedAttempt> attempt) {}

    static void remember(Throwable failure, CorrelationId correlationId, Optional<FailedAttempt> attempt) {
        LAST.set(new FailedProcessing(failure, correlationId, attempt));
    }

    /** The attempt whose failure is being reported on this thread, where it was one at a message that takes effect once. */
    public static Optional<FailedAttempt> attempt() {
        return Optional.ofNullable(REPORTED.get()).flatMap(Report::attempt);
    }

    /** Runs what reports a failure: under the correlation ID of the processing that ended with it on this thread, if one did. */
    public static void report(Throwable failure, Runnable reporting) {
        beginReport(failure);
        try {
            reporting.run();
        } finally {
            endReport();
        }
    }

    /** Opens the correlation ID of the processing that ended with this failure on this thread, if one did, until {@link #endReport}. */
    public static void beginReport(Throwable failure) {
        endReport();
        FailedProcessing last = LAST.get();
        LAST.remove();
        if (last != null && last.isCauseOf(failure)) {
            REPORTED.set(new Report(Correlation.open(last.correlationId), last.attempt));
        }
    }

    /** Closes what {@link #beginReport} has opened on this thread. */
    public static void endReport() {
        Report reported = REPORTED.get();
        if (reported != null) {
            REPORTED.remove();
            reported.scope.close();
        }
    }

    /** Containers wrap the failure, or what it wraps, in exceptions of their own. */
    private boolean isCauseOf(Throwable reported) {
        Set<Throwable> known = causes(failure);
        return causes(reported).stream().anyMatch(known::contains);
    }

    private static Set<Throwable> causes(Throwable failure) {
        Set<Throwable> causes = Collections.newSetFromMap(new IdentityHashMap<>());
        @Nullable Throwable cause = failure;
        while (cause != null && causes.add(cause)) {
            cause = cause.getCause();
        }
        return causes;
    }
}
