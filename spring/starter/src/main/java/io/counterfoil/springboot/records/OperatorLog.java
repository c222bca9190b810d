package io.counterfoil.springboot.records;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what operators do with records, and what they are refused: at WARN with who it was, under the request's correlation ID. */
public final class OperatorLog {

    private static final Logger log = LoggerFactory.getLogger(OperatorLog.class);

    private static final int LONGEST_NAME = 255;

    /** Control characters, separators of lines, unpaired surrogates, and what changes the direction of writing. */
    private static final Pattern UNSEEN = Pattern.compile(
            "[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\x{061c}\\x{200e}\\x{200f}\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]");

    private OperatorLog() {}

    /**
     * Logs that an action was rejected.
     *
     * @param action the name of the action
     * @param by the name of the user
     * @param id the record, as the request named it
     */
    public static void rejected(String action, String by, String id) {
        log.warn("Action on a record rejected [action={}] [by={}] [id={}]", action, readable(by), readable(id));
    }

    /**
     * Logs an action on a record.
     *
     * @param action the name of the action
     * @param by the name of the user
     * @param key of the record
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

    /**
     * Runs work under the current correlation ID, or under a fresh one where there is none, as on a port of the actuator's own.
     *
     * @param <T> the type of the result
     * @param work runs once, in the calling thread
     * @return what the work returned
     */
    public static <T> T correlated(Supplier<T> work) {
        if (Correlation.current().isPresent()) {
            return work.get();
        }
        Correlation.Scope scope = Correlation.open(CorrelationId.fresh());
        try (scope) {
            return work.get();
        }
    }

    /**
     * {@return a text without anything that could end a log line, or change how it is shown; cut where it would fill the log}
     *
     * @param text any text, of any length
     */
    public static String readable(String text) {
        String cut = text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME) + "...";
        return UNSEEN.matcher(cut).replaceAll("?");
    }
}
