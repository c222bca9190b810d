package io.counterfoil.springboot.records;

import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.ProblemTypes;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What operators are refused (RFC 9457). */
public final class RecordProblems {

    private static final String BAD_PARAMETER = ProblemTypes.PREFIX + "bad-parameter";
    private static final String NOT_AN_OPERATOR = ProblemTypes.PREFIX + "not-an-operator";
    private static final String NO_SUCH_RECORD = ProblemTypes.PREFIX + "no-such-record";
    private static final String NOT_UNKNOWN = ProblemTypes.PREFIX + "outcome-not-unknown";
    private static final String NO_DIRECTORY = ProblemTypes.PREFIX + "no-directory";

    private RecordProblems() {}

    /**
     * {@return the problem of a parameter that is not what it must be (400); {@code field} names it}
     *
     * @param bad the parameter's exception
     */
    public static Problem bad(BadParameterException bad) {
        return new Problem(
                400, BAD_PARAMETER, "Bad parameter", String.valueOf(bad.getMessage()), Optional.of(bad.field()));
    }

    /**
     * {@return the problem of an action that only an operator may take (403)}
     *
     * @param detail what was refused, for the user
     */
    public static Problem notAnOperator(String detail) {
        return Problem.of(403, NOT_AN_OPERATOR, "Not an operator", detail);
    }

    /** {@return the problem of a key without a record (404)} */
    public static Problem noSuchRecord() {
        return Problem.of(404, NO_SUCH_RECORD, "No such record", "there is no record under this key");
    }

    /**
     * {@return the problem of a record that cannot be settled in its state (409)}
     *
     * @param state the record's state
     */
    public static Problem notUnknown(RecordState state) {
        return Problem.of(
                409,
                NOT_UNKNOWN,
                "Outcome not unknown",
                "actions require a record in the state unknown; this record is " + RecordJson.name(state));
    }

    /** {@return the problem of a store that does not support listing (501)} */
    public static Problem noDirectory() {
        return Problem.of(501, NO_DIRECTORY, "No directory", "the store of records does not support listing");
    }

    /**
     * {@return the problem of a store that failed (503)}
     *
     * @param failure the store's exception
     */
    public static Problem storeFailed(StoreException failure) {
        return Problem.of(
                503, ProblemTypes.STORE_UNAVAILABLE, "Store unavailable", String.valueOf(failure.getMessage()));
    }

    /**
     * {@return a problem as an object of JSON}
     *
     * @param problem one with or without a field
     */
    public static Map<String, Object> json(Problem problem) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("type", problem.type());
        json.put("title", problem.title());
        json.put("status", problem.status());
        json.put("detail", problem.detail());
        problem.field().ifPresent(field -> json.put("field", field));
        return json;
    }
}
