package io.counterfoil.operations;

import io.counterfoil.idempotency.key.RequestId;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;

/**
 * An operation as it is stored.
 *
 * @param id its primary key, and its name in the queues
 * @param operation what everybody may see of it
 * @param step how many steps it has finished
 * @param failures how often it has failed since the last of them
 * @param target where its client wants to be notified of its end
 * @param callbackId the callback's request ID
 * @param callbackTries how many deliveries of it have failed
 */
record OperationRow(
        UUID id,
        Operation operation,
        long step,
        int failures,
        Optional<URI> target,
        RequestId callbackId,
        int callbackTries) {}
