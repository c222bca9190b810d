package io.counterfoil.jdbc.row;

import io.counterfoil.idempotency.directory.RecordEntry;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Payload;
import io.counterfoil.idempotency.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One row of {@code counterfoil_record}. Times are microseconds since 1970.
 *
 * @param fingerprint what the original contained
 * @param firstAttempt the attempt ID of the original, where it had one
 * @param receivedAt when the original was received
 * @param expiresAt when a purge may remove the row; {@link #NEVER} also while in progress under a lease, and while the outcome is unknown
 * @param requestCount how many requests were received under the key, as far as they have been counted
 * @param token the fencing token of the last lease
 * @param leasedUntil empty: executed; {@link #RELEASED}: free; otherwise the end of the lease, past or not
 * @param payload the result; before that the progress, where some was saved
 * @param writer the number of the transaction that wrote this row, where commits wait for standbys: its low 32 bits, and above them which node it
 *     belongs to, where there are several
 */
public record RecordRow(
        Fingerprint fingerprint,
        Optional<String> firstAttempt,
        long receivedAt,
        long expiresAt,
        long requestCount,
        long token,
        OptionalLong leasedUntil,
        Optional<Payload> payload,
        OptionalLong writer) {

    /** What {@code expires_at} is in rows that no purge may remove. */
    public static final long NEVER = Long.MAX_VALUE;

    /** What {@code leased_until} is in a row that only keeps the token growing. */
    public static final long RELEASED = 0;

    private static final String HEAD =
            "fingerprint, first_attempt, received_at, expires_at, request_count, token, leased_until,";

    /** The columns that {@link #read} takes, but for the last, an expression of the writer. */
    public static final String COLUMNS_BEFORE_WRITER = HEAD + " format, payload, ";

    /** The writer's expression where it is not asked for. */
    public static final String NO_WRITER = "NULL";

    /** The columns without the payload, which may be long, and without the writer. */
    public static final String SHORT_COLUMNS = HEAD + " NULL, NULL, " + NO_WRITER;

    /** The index of the first column after those. */
    public static final int AFTER_COLUMNS = 11;

    /**
     * {@return the row that a query of those columns found; empty where it found none} Moves to the first row.
     *
     * @param row the result of the query, before its first row
     * @throws SQLException when the driver fails
     */
    public static Optional<RecordRow> read(ResultSet row) throws SQLException {
        return row.next() ? Optional.of(current(row)) : Optional.empty();
    }

    /**
     * {@return the row that a result set is at, with those columns as its first}
     *
     * @param row the result set, at the row
     * @throws SQLException when the driver fails
     */
    public static RecordRow current(ResultSet row) throws SQLException {
        Fingerprint fingerprint = Fingerprint.ofStored(row.getBytes(1));
        Optional<String> firstAttempt = Optional.ofNullable(row.getString(2));
        byte[] bytes = row.getBytes(9);
        Optional<Payload> payload = bytes == null ? Optional.empty() : Optional.of(new Payload(row.getShort(8), bytes));
        return new RecordRow(
                fingerprint,
                firstAttempt,
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                number(row, 7),
                payload,
                number(row, 10));
    }

    private static OptionalLong number(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /**
     * {@return the state of the request at a time}
     *
     * @param now the store's time, in microseconds since 1970
     */
    public RowState state(long now) {
        if (leasedUntil.isEmpty()) {
            return RowState.EXECUTED;
        }
        long until = leasedUntil.getAsLong();
        if (until == RELEASED) {
            return RowState.RELEASED;
        }
        return now < until ? RowState.IN_PROGRESS : RowState.UNKNOWN;
    }

    /**
     * {@return what the row means for a claim of its key; empty where it prevents no claim}
     *
     * @param request the request that claims the key of this row
     * @param now the store's time, in microseconds since 1970
     */
    public Optional<Claim> claim(KeyedRequest request, long now) {
        boolean same = fingerprint.equals(request.fingerprint());
        return switch (state(now)) {
            case EXECUTED -> Optional.of(record(request.key()).answer(request.fingerprint()));
            case IN_PROGRESS ->
                Optional.of(
                        same
                                ? new Claim.InFlight(Optional.of(Micros.duration(leasedUntil.orElseThrow() - now)))
                                : new Claim.Mismatch(Optional.empty()));
            case UNKNOWN -> Optional.of(same ? new Claim.Unknown() : new Claim.Mismatch(Optional.empty()));
            case RELEASED -> Optional.empty();
        };
    }

    /**
     * {@return the time from now until a purge may remove this row; empty for never}
     *
     * @param now the store's time, in microseconds since 1970
     */
    public Optional<Duration> remaining(long now) {
        return expiresAt == NEVER ? Optional.empty() : Optional.of(Micros.duration(expiresAt - now));
    }

    /**
     * {@return what an operator sees of this row}
     *
     * @param key the key of this row
     * @param state the state that the operator sees
     */
    public RecordEntry entry(IdempotencyKey key, RecordState state) {
        return new RecordEntry(
                key,
                state,
                firstAttempt.map(AttemptId::new),
                Micros.instant(receivedAt),
                requestCount,
                token,
                leasedUntil.isEmpty() ? Optional.empty() : Optional.of(Micros.instant(leasedUntil.getAsLong())),
                expiresAt == NEVER ? Optional.empty() : Optional.of(Micros.instant(expiresAt)));
    }

    /**
     * {@return the record that this row is, of a request that was executed}
     *
     * @param key the key of this row
     * @throws StoreException when the row has no payload, which no row of a request that was executed lacks
     */
    public IdempotencyRecord record(IdempotencyKey key) {
        return new IdempotencyRecord(
                key,
                fingerprint,
                firstAttempt.map(AttemptId::new),
                Micros.instant(receivedAt),
                requestCount,
                payload.orElseThrow(() -> new StoreException(
                        "the record of " + key + " has no payload: it was not written by this library")));
    }
}
