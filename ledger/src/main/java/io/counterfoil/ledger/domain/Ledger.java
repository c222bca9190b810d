package io.counterfoil.ledger.domain;

import io.counterfoil.idempotency.key.ClientId;
import java.time.Instant;

/**
 * A ledger as it now is.
 *
 * @param id the entity ID
 * @param client whose it is
 * @param asked what its client asked for
 * @param balance the sum of all transactions that have not failed, and of their reversals; never negative
 * @param createdAt when it was made
 */
public record Ledger(LedgerId id, ClientId client, NewLedger asked, long balance, Instant createdAt) {}
