package io.counterfoil.ledger.access;

import io.counterfoil.idempotency.key.ClientId;
import java.time.Instant;
import java.util.Optional;

/**
 * The stored attributes of an API key.
 *
 * @param id its public ID
 * @param owner its owner; all keys of one owner identify one client
 * @param createdAt when it was created
 * @param revokedAt when it was revoked; empty while it is valid
 */
record ApiKey(ApiKeyId id, ClientId owner, Instant createdAt, Optional<Instant> revokedAt) {}
