package io.counterfoil.idempotency.store;

import java.util.Optional;

/**
 * One request that a store keeps something of, with what is kept.
 *
 * @param entry what a list shows of it
 * @param kept the answer as it is kept; of a request that is not answered how far its work has come, where that was saved. For
 *     programs: it may hold what only the client may read
 */
public record RecordDetail(RecordEntry entry, Optional<Payload> kept) {}
