package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.RequestId;
import java.util.Optional;

/**
 * A request for a reversal.
 *
 * @param key the data key, unique over all reversals of its {@link KeyScope}
 * @param referenceId the client's reference ID for the reversal
 */
public record NewReversal(RequestId key, Optional<ReferenceId> referenceId) {}
