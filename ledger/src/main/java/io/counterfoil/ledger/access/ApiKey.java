package io.counterfoil.ledger.access;

import io.counterfoil.idempotency.key.ClientId;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of an API key.
 *
 * @param id what it is called
 * @param owner whose it is; several keys of one owner are one client
 * @param createdAt when it was made
 * @param revokedAt since when it is refused; empty while it is good
 */
record ApiKey(ApiKeyId id, ClientId owner, Instant createdAt, Optional<Instant> revokedAt) {}
