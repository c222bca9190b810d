package io.counterfoil.ledger.domain;

import io.counterfoil.entities.ReferenceId;
import java.util.Optional;

/**
 * A transaction of many that is about to be posted.
 *
 * @param id made for it
 * @param wanted what was asked for
 * @param serviceReference the service's name for it, where the client has none
 */
public record Grant(TransactionId id, NewTransaction wanted, Optional<ReferenceId> serviceReference) {}
