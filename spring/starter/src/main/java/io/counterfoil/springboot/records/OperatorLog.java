package io.counterfoil.springboot.records;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what operators do with records, and what they are refused: at WARN with who it was, under the request's correlation ID. */
public final class OperatorLog {

    private static final Logger log = LoggerFactory.getLogger(OperatorLog.class);

    private static final int LONGEST_NAME = 255;

    private OperatorLog() {}

    /**
     * An action was refused.
     *
     * @param by who wanted it
     * @param id the subject, as the request named it
     */
    public static void rejected(String action, String by, String id) {
        log.warn("Action on a record rejected [action={}] [by={}] [id={}]", action, readable(by), readable(id));
    }

    /**
     * An action on a record.
     *
     * @param by who wanted it
     * @param done whether it changed anything
     */
    public static void acted(String action, String by, IdempotencyKey key, boolean done) {
        log.warn(
                "Action on a record {} [action={}] [by={}] [request_id={}] [client={}] [operation={}]",
                done ? "done" : "had nothing to act on",
                action,
                readable(by),
                key.requestId(),
                key.client(),
                key.operation());
    }

    /** Runs the work under the current correlation ID; under a fresh one where there is none, as on a port of the actuator's own. */
    public static <T> T correlated(Supplier<T> work) {
        if (Correlation.current().isPresent()) {
            return work.get();
        }
        Correlation.Scope scope = Correlation.open(CorrelationId.fresh());
        try (scope) {
            return work.get();
        }
    }

    /** A text without anything that could end a log line, cut where it would fill the log. */
    public static String readable(String text) {
        String cut = text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "...";
        return cut.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "?");
    }
}
