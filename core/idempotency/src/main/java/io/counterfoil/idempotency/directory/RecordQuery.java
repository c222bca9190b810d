package io.counterfoil.idempotency.directory;

import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * A query of entries that match all given parts. An immutable value; start from {@link #ALL}.
 *
 * @param client the client; {@link ClientId#ANONYMOUS} for those of no named client
 * @param requestId the request ID
 * @param operation the whole operation
 * @param state the state
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

    /** @throws IllegalArgumentException when the limit is not 1 to {@value #MAX_LIMIT} */
    public RecordQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", not " + limit);
        }
    }

    /** {@return the same, of this client alone} */
    public RecordQuery of(ClientId only) {
        return new RecordQuery(Optional.of(only), requestId, operation, state, after, limit);
    }

    /** {@return the same, under this request ID alone} */
    public RecordQuery of(RequestId only) {
        return new RecordQuery(client, Optional.of(only), operation, state, after, limit);
    }

    /** {@return the same, of this operation alone} */
    public RecordQuery of(OperationName only) {
        return new RecordQuery(client, requestId, Optional.of(only), state, after, limit);
    }

    /** {@return the same, in this state alone} */
    public RecordQuery in(RecordState only) {
        return new RecordQuery(client, requestId, operation, Optional.of(only), after, limit);
    }

    /** {@return the same, after this position} */
    public RecordQuery after(RecordPosition place) {
        return new RecordQuery(client, requestId, operation, state, Optional.of(place), limit);
    }

    /**
     * {@return the same with this limit}
     *
     * @throws IllegalArgumentException when it is not 1 to {@value #MAX_LIMIT}
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
