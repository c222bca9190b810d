package io.counterfoil.idempotency.store;

import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.idempotency.key.IdempotencyKey;
import io.counterfoil.idempotency.key.IdempotencyKey.OperationName;
import io.counterfoil.idempotency.key.RequestId;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists the entries of a store, for operators: an optional interface of a store next to {@link RecordStore}, which no request depends on.
 * Changes nothing, and never waits for a request in progress. Thread-safe.
 *
 * <p>A released request has no entry, nor has a request in progress in a transaction before it commits. An expired record has one until it
 * is purged, since it is still replayed to duplicates.
 *
 * <p>A store proves itself by a subclass of the test kit's contract.
 */
public interface RecordDirectory {

    /**
     * One page of entries, without their payloads. An entry that changes between two pages may be on both, or on neither; every other one is on exactly
     * one.
     *
     * @throws StoreException when the store failed, or ended the query because it took longer than its limit
     */
    Page list(Query query);

    /**
     * One record.
     *
     * @return empty where nothing is kept under the key, or the request was given up
     * @throws StoreException when the store failed
     */
    Optional<Detail> look(IdempotencyKey key);

    /**
     * One entry of a store with its payload.
     *
     * @param entry what a list shows of it
     * @param kept the stored result; of a request in progress its saved progress, if any. It may hold what only the client may read
     */
    record Detail(Entry entry, Optional<Payload> kept) {}

    /**
     * An entry of a store as an operator sees it: everything but contents and result. Times are those of the store's clock.
     *
     * @param key the request
     * @param state its state when it was read
     * @param firstAttempt the attempt ID of the original, where it had one
     * @param firstReceived when the original was received
     * @param requestCount how many requests were received under this key, as far as they have been counted in the store; at least 1
     * @param token the fencing token of its lease
     * @param leasedUntil when the lease expires or expired; empty once the request is completed
     * @param expires when the record may be removed; empty for never, as with every request that is not completed
     */
    record Entry(
            IdempotencyKey key,
            RecordState state,
            Optional<AttemptId> firstAttempt,
            Instant firstReceived,
            long requestCount,
            long token,
            Optional<Instant> leasedUntil,
            Optional<Instant> expires) {

        /** Its position in a list. */
        public Position position() {
            return new Position(expires, firstReceived, key);
        }
    }

    /**
     * A page of the entries that match a query, in the order of their {@linkplain Position positions}.
     *
     * @param entries at most as many as the query's limit
     * @param next where the next page starts; empty when this is the last one
     */
    record Page(List<RecordDirectory.Entry> entries, Optional<Position> next) {

        /** Copies the list. */
        public Page {
            entries = List.copyOf(entries);
        }

        /**
         * The page of entries that were looked for with one more than the limit, so that it shows whether there are more.
         *
         * @param found those from the beginning of the page on, in order
         */
        public static Page of(List<RecordDirectory.Entry> found, int limit) {
            if (found.size() <= limit) {
                return new Page(found, Optional.empty());
            }
            List<RecordDirectory.Entry> page = found.subList(0, limit);
            return new Page(page, Optional.of(page.get(limit - 1).position()));
        }

        /** The page of a query among these entries, in any order. */
        static Page of(Query query, Stream<RecordDirectory.Entry> all) {
            List<RecordDirectory.Entry> found = all.filter(query::fits)
                    .sorted(Comparator.comparing(RecordDirectory.Entry::position))
                    .limit(query.limit() + 1L)
                    .toList();
            return of(found, query.limit());
        }
    }

    /**
     * A position in the order of a {@link RecordDirectory}: by expiry, what never expires last; then by age, the oldest first; then by the parts
     * of the key. So among records of one retention, and among requests in progress or with an unknown outcome, the oldest come first.
     *
     * <p>{@link #compareTo} compares texts by their UTF-16 units; a store may compare them by bytes, as long as it always does.
     *
     * @param expires when the record may be removed; empty for never
     * @param firstReceived when the original was received
     * @param key the request
     */
    record Position(Optional<Instant> expires, Instant firstReceived, IdempotencyKey key)
            implements Comparable<Position> {

        private static final Comparator<Position> ORDER = Comparator.comparing(
                        (Position position) -> position.expires.orElse(Instant.MAX))
                .thenComparing(Position::firstReceived)
                .thenComparing(position -> position.key.requestId().value())
                .thenComparing(position -> position.key.client().value())
                .thenComparing(position -> position.key.operation().value());

        @Override
        public int compareTo(Position other) {
            return ORDER.compare(this, other);
        }
    }

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
    record Query(
            Optional<ClientId> client,
            Optional<RequestId> requestId,
            Optional<OperationName> operation,
            Optional<RecordState> state,
            Optional<RecordDirectory.Position> after,
            int limit) {

        /** The maximum number of entries of a page. */
        public static final int MAX_LIMIT = 1000;

        /** The first hundred of all records. */
        public static final Query ALL = new Query(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 100);

        /** @throws IllegalArgumentException when the limit is not 1 to {@value #MAX_LIMIT} */
        public Query {
            if (limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", not " + limit);
            }
        }

        /** The same, of this client alone. */
        public Query of(ClientId only) {
            return new Query(Optional.of(only), requestId, operation, state, after, limit);
        }

        /** The same, under this request ID alone. */
        public Query of(RequestId only) {
            return new Query(client, Optional.of(only), operation, state, after, limit);
        }

        /** The same, of this operation alone. */
        public Query of(OperationName only) {
            return new Query(client, requestId, Optional.of(only), state, after, limit);
        }

        /** The same, in this state alone. */
        public Query in(RecordState only) {
            return new Query(client, requestId, operation, Optional.of(only), after, limit);
        }

        /** The same, after this position. */
        public Query after(RecordDirectory.Position place) {
            return new Query(client, requestId, operation, state, Optional.of(place), limit);
        }

        /**
         * The same with this limit.
         *
         * @throws IllegalArgumentException when it is not 1 to {@value #MAX_LIMIT}
         */
        public Query atMost(int most) {
            return new Query(client, requestId, operation, state, after, most);
        }

        /** Whether an entry matches, at whatever position. */
        boolean fits(RecordDirectory.Entry entry) {
            return client.map(entry.key().client()::equals).orElse(true)
                    && requestId.map(entry.key().requestId()::equals).orElse(true)
                    && operation.map(entry.key().operation()::equals).orElse(true)
                    && state.map(entry.state()::equals).orElse(true)
                    && after.map(place -> place.compareTo(entry.position()) < 0).orElse(true);
        }
    }

    /** What a request is to a store that keeps something of it: one of three. */
    enum RecordState {

        /** It is being executed under a running lease. */
        AT_WORK,

        /** Its lease has expired or was abandoned: an operator or a resolver must settle whether it took effect. */
        UNKNOWN,

        /** It was executed, and its result is replayed to duplicates. */
        ANSWERED
    }
}
