package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.store.StoreException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a store that is unavailable, or may succeed at the next attempt, from one that refuses what a message asks of it. An outage costs a
 * message no attempt; what the database would refuse again, such as a violated constraint, does.
 *
 * <p>A store that names no state of the database is taken to be unavailable.
 */
final class StoreOutage {

    /** Of the standard and of PostgreSQL: connection, authorization, resources, intervention of an operator, system, roll-back. */
    private static final Set<String> CLASSES = Set.of("08", "28", "40", "53", "57", "58");

    /** A constraint that was violated at the commit: of class 40, and the same at the next attempt. */
    private static final String VIOLATED_AT_COMMIT = "40002";

    /** An exception of a trigger or a procedure, which MariaDB's driver reports as one of a connection. */
    private static final String DEFINED_BY_USERS = "45";

    /** A standby after a fail-over, a lock timeout, and timeouts. */
    private static final Set<String> STATES = Set.of("25006", "55P03", "HYT00", "HYT01");

    /** H2's, which are its error codes: connection and database closed, files, disk full, concurrent update, exclusive mode. */
    private static final Set<String> STATES_OF_H2 =
            Set.of("90028", "90031", "90067", "90098", "90100", "90121", "90131", "90135");

    /** What MariaDB and MySQL report under general states. */
    private static final Set<String> GENERAL_STATES = Set.of("HY000", "42000", "70100");

    /**
     * Codes of MariaDB and MySQL: changed record, full disk, memory and connections, aborted connections, limits of a user, locks,
     * read-only servers, interrupted statements, lost connections.
     */
    private static final Set<Integer> CODES = Set.of(
            1020, 1021, 1037, 1038, 1040, 1041, 1053, 1077, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1205, 1206, 1213,
            1226, 1290, 1317, 1836, 1927, 1969, 2002, 2003, 2006, 2013, 2055, 3024, 3572);

    private StoreOutage() {}

    /** Whether the failure is a store's, and may pass without a change of the message or of its handler. */
    static boolean isReportedBy(Throwable failure) {
        if (!(failure instanceof StoreException)) {
            return false;
        }
        List<SQLException> reported = causes(failure);
        return reported.stream().noneMatch(StoreOutage::namesAState)
                || reported.stream().anyMatch(StoreOutage::mayPass);
    }

    /** The failure, and what the database reported below it, on one line. */
    static String describe(Throwable failure) {
        Optional<SQLException> reported =
                causes(failure).stream().filter(cause -> cause != failure).reduce((above, below) -> below);
        String text = reported.map(cause -> failure + ", because of " + cause).orElseGet(failure::toString);
        return text.replaceAll("\\s*\\R\\s*", " ");
    }

    private static List<SQLException> causes(Throwable failure) {
        List<SQLException> found = new ArrayList<>();
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException reported) {
                found.add(reported);
            }
        }
        return found;
    }

    private static boolean namesAState(SQLException failure) {
        return failure.getSQLState() != null;
    }

    private static boolean mayPass(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        if (failure instanceof SQLTransientException || failure instanceof SQLRecoverableException) {
            return !state.startsWith(DEFINED_BY_USERS);
        }
        if (state.length() > 2 && CLASSES.contains(state.substring(0, 2))) {
            return !state.equals(VIOLATED_AT_COMMIT);
        }
        return STATES.contains(state)
                || STATES_OF_H2.contains(state)
                || (GENERAL_STATES.contains(state) && CODES.contains(failure.getErrorCode()));
    }
}
