package io.counterfoil.jdbc.record;

import io.counterfoil.idempotency.directory.RecordPosition;
import io.counterfoil.idempotency.directory.RecordQuery;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.jdbc.row.Micros;
import io.counterfoil.jdbc.row.RecordRow;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The statement that one page of records is, and its parameters. Used by one thread. */
final class Listing {

    /** Where the store's time follows {@link RecordRow#SHORT_COLUMNS} and the parts of the key. */
    static final int NOW = 14;

    private final Database database;
    private final List<String> conditions = new ArrayList<>();
    private final List<Parameter> parameters = new ArrayList<>();

    Listing(Database database, RecordQuery query) {
        this.database = database;
        query.requestId().ifPresent(id -> is("request_id", id.value()));
        query.client().ifPresent(client -> is("client", client.value()));
        query.operation().ifPresent(operation -> is("operation", operation.value()));
        query.state().ifPresentOrElse(this::in, () -> conditions.add("(leased_until IS NULL OR leased_until > 0)"));
        query.after().ifPresent(this::after);
        // One more than the limit, which shows whether there are more.
        parameters.add((statement, index) -> statement.setInt(index, query.limit() + 1));
    }

    private void is(String column, String text) {
        conditions.add(column + " = ?");
        parameters.add((statement, index) -> database.records().setText(statement, index, text));
    }

    private void in(RecordState state) {
        // A subquery, so that the time is read once, and not for each row.
        String lease = "expires_at = " + RecordRow.NEVER + " AND leased_until > " + RecordRow.RELEASED
                + " AND leased_until %s (SELECT " + database.dialect().now() + ")";
        conditions.add(
                switch (state) {
                    case AT_WORK -> lease.formatted(">");
                    case UNKNOWN -> lease.formatted("<=");
                    case ANSWERED -> "leased_until IS NULL";
                });
    }

    /** Not as a comparison of rows with the expiry first, which some databases do not look for in an index. */
    private void after(RecordPosition place) {
        conditions.add("expires_at >= ? AND (expires_at > ? OR received_at > ?"
                + " OR (received_at = ? AND (request_id, client, operation) > (?, ?, ?)))");
        long expires = place.expires().map(Micros::of).orElse(RecordRow.NEVER);
        long received = Micros.of(place.firstReceived());
        for (long number : new long[] {expires, expires, received, received}) {
            parameters.add((statement, index) -> statement.setLong(index, number));
        }
        for (String part : List.of(
                place.key().requestId().value(),
                place.key().client().value(),
                place.key().operation().value())) {
            parameters.add((statement, index) -> database.records().setText(statement, index, part));
        }
    }

    String sql() {
        return "SELECT " + RecordRow.SHORT_COLUMNS + ", request_id, client, operation, "
                + database.dialect().now()
                + " FROM counterfoil_record WHERE " + String.join(" AND ", conditions)
                + " ORDER BY expires_at, received_at, request_id, client, operation"
                + database.dialect().limit();
    }

    void set(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            parameters.get(i).set(statement, i + 1);
        }
    }

    private interface Parameter {
        void set(PreparedStatement statement, int index) throws SQLException;
    }
}
