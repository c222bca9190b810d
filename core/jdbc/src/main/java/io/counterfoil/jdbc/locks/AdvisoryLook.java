package io.counterfoil.jdbc.locks;

import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.jdbc.dialect.ClaimLookup;
import io.counterfoil.jdbc.dialect.KeyHash;
import io.counterfoil.jdbc.dialect.LockState;
import io.counterfoil.jdbc.dialect.LookWithStatement;
import io.counterfoil.jdbc.row.RecordTable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The claim of {@link AdvisoryLocks} as the begin of a longer text: two statements, each with a snapshot of its own. PostgreSQL passes over what follows a
 * statement that fails.
 *
 * @param now the expression of the store's time
 */
record AdvisoryLook(RecordTable records, String now) implements LookWithStatement {

    private static final String NOT_FREE = "counterfoil: this key is not free, ";

    /** Fails. It has a time, so that it is not computed before the statement runs. */
    private static final String FAIL = "('" + NOT_FREE + "' || now())::integer";

    /** SQLState: invalid text representation. */
    private static final String INVALID_TEXT = "22P02";

    private static final int PARAMETERS = 5;

    @Override
    public String sql() {
        return "SELECT CASE WHEN " + AdvisoryLocks.LOCK + " THEN CASE WHEN " + AdvisoryLocks.LOCK + " THEN 0 ELSE "
                + FAIL + " END ELSE " + FAIL + " END, " + now + ", " + BeginTimeCheck.BEGUN
                + "; SELECT CASE WHEN EXISTS (SELECT 1 FROM counterfoil_record" + RecordTable.OF_KEY + ") THEN " + FAIL
                + " END; ";
    }

    @Override
    public int bind(PreparedStatement statement, KeyedRequest request) throws SQLException {
        KeyHash hash = KeyHash.of(request);
        statement.setLong(1, hash.contents());
        statement.setLong(2, hash.key());
        records.setKey(statement, 3, request.key());
        return PARAMETERS;
    }

    @Override
    public ClaimLookup read(PreparedStatement statement) throws SQLException {
        ClaimLookup look;
        try (ResultSet locks = statement.getResultSet()) {
            locks.next();
            look = new ClaimLookup(LockState.ACQUIRED, locks.getLong(2), locks.getLong(3), Optional.empty());
        }
        statement.getMoreResults();
        statement.getMoreResults();
        return look;
    }

    @Override
    public boolean isNotFree(SQLException failure) {
        return INVALID_TEXT.equals(failure.getSQLState())
                && String.valueOf(failure.getMessage()).contains(NOT_FREE);
    }
}
