package io.counterfoil.correlation;

import static io.counterfoil.correlation.Correlation.MDC_KEY;
import static io.counterfoil.correlation.Correlation.NEW_ID;
import static io.counterfoil.correlation.Correlation.OLD_ID;

import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * The two lines that tie the chapters of a story together; source A, "Replacing Correlation IDs". The id that they stand under is in
 * the MDC and no key/value pair of the event: formats that write both side by side reject an event with a name twice.
 */
final class Lines {

    private Lines() {}

    /** To be called where the old id is the current one. */
    static void replacing(Logger log, CorrelationId old, CorrelationId next) {
        write(log, "Replacing correlation id", old, NEW_ID, next);
    }

    /** To be called where the new id is the current one. */
    static void replaced(Logger log, CorrelationId old, CorrelationId next) {
        write(log, "Replaced correlation id", next, OLD_ID, old);
    }

    private static void write(Logger log, String event, CorrelationId under, String otherKey, CorrelationId other) {
        log.atLevel(levelThatStays(log))
                .addKeyValue(otherKey, other.value())
                .log("%s [%s=%s] [%s=%s]".formatted(event, MDC_KEY, under, otherKey, other));
    }

    private static Level levelThatStays(Logger log) {
        if (log.isInfoEnabled()) {
            return Level.INFO;
        }
        return log.isWarnEnabled() ? Level.WARN : Level.ERROR;
    }
}
