package io.counterfoil.idempotency.directory;

import io.counterfoil.idempotency.store.Payload;
import java.util.Optional;

/**
 * One entry of a store with its payload.
 *
 * @param entry what a list shows of it
 * @param kept the stored result; of a request in progress its saved progress, if any. It may hold what only the client may read
 */
public record RecordDetail(RecordEntry entry, Optional<Payload> kept) {}
