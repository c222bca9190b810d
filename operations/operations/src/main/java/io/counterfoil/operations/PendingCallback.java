package io.counterfoil.operations;

import java.net.URI;
import java.time.Instant;
import java.util.Optional;

/**
 * A callback that has not been delivered, and its place in the queue.
 *
 * @param operation the operation that has ended
 * @param target where it is delivered to
 * @param failures how many deliveries have failed
 * @param dueAt when the next one is due
 */
public record PendingCallback(Operation operation, Optional<URI> target, int failures, Instant dueAt) {}
