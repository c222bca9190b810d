package io.counterfoil.operations;

import java.time.Instant;

/**
 * An operation that has not ended, and its place in the queue.
 *
 * @param operation as it was last committed
 * @param failures how often its next step has failed in a row
 * @param dueAt when the next step is due; in the past while it is being made, or waits for a thread or for a process that has work of its kind
 * @param isPicked whether a process is making it, or was when it failed
 */
public record UnfinishedOperation(Operation operation, int failures, Instant dueAt, boolean isPicked) {}
