package io.counterfoil.idempotency.directory;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * A query of entries that match all given parts. An immutable value; start from {@link #ALL}.
 *
 * @param client the client, {@link ClientId#ANONYMOUS} for the requests of no named client; empty for any
 * @param requestId the request ID; empty for any
 * @param operation the whole operation; empty for any
 * @param state the state; empty for any
 * @param after the position to continue after, exclusive; empty for the start
 * @param limit the maximum number of entries, 1 to {@value #MAX_LIMIT}
 */
public record RecordQuery(
        Optional<ClientId> client,
        Optional<RequestId> requestId,
        Optional<OperationName> operation,
        Optional<RecordState> state,
        Optional<RecordPosition> after,
        int limit) {

    /** The maximum number of entries of a page. */
    public static final int MAX_LIMIT = 1000;

    /** The first hundred of all records. */
    public static final RecordQuery ALL = new RecordQuery(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 100);

    /**
     * Checks the limit.
     *
     * @param client empty for any
     * @param requestId empty for any
     * @param operation empty for any
     * @param state empty for any
     * @param after empty for the start
     * @param limit 1 to {@value #MAX_LIMIT}
     * @throws IllegalArgumentException when the limit is not 1 to {@value #MAX_LIMIT}
     */
    public RecordQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", not " + limit);
        }
    }

    /**
     * {@return a copy that matches only the entries of one client}
     *
     * @param only the client
     */
    public RecordQuery of(ClientId only) {
        return new RecordQuery(Optional.of(only), requestId, operation, state, after, limit);
    }

    /**
     * {@return a copy that matches only the entries under one request ID}
     *
     * @param only the request ID
     */
    public RecordQuery of(RequestId only) {
        return new RecordQuery(client, Optional.of(only), operation, state, after, limit);
    }

    /**
     * {@return a copy that matches only the entries of one operation}
     *
     * @param only the whole operation
     */
    public RecordQuery of(OperationName only) {
        return new RecordQuery(client, requestId, Optional.of(only), state, after, limit);
    }

    /**
     * {@return a copy that matches only the entries in one state}
     *
     * @param only the state
     */
    public RecordQuery in(RecordState only) {
        return new RecordQuery(client, requestId, operation, Optional.of(only), after, limit);
    }

    /**
     * {@return a copy that continues after a position}
     *
     * @param place where the last page ended, exclusive
     */
    public RecordQuery after(RecordPosition place) {
        return new RecordQuery(client, requestId, operation, state, Optional.of(place), limit);
    }

    /**
     * {@return a copy with another limit}
     *
     * @param most the maximum number of entries, 1 to {@value #MAX_LIMIT}
     * @throws IllegalArgumentException when the limit is out of range
     */
    public RecordQuery atMost(int most) {
        return new RecordQuery(client, requestId, operation, state, after, most);
    }

    /** Whether an entry matches, at whatever position. */
    boolean fits(RecordEntry entry) {
        return client.map(entry.key().client()::equals).orElse(true)
                && requestId.map(entry.key().requestId()::equals).orElse(true)
                && operation.map(entry.key().operation()::equals).orElse(true)
                && state.map(entry.state()::equals).orElse(true)
                && after.map(place -> place.compareTo(entry.position()) < 0).orElse(true);
    }
}
