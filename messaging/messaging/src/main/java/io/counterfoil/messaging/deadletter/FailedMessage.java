package io.counterfoil.messaging.deadletter;

import io.counterfoil.messaging.inbox.MessageKey;
import java.time.Instant;

/**
 * A message with failed attempts that is to be attempted again. Times are of the clock of the process that made the attempt.
 *
 * @param key the message, with its receiver
 * @param attempts how many have failed, over all processes
 * @param failure why the last one failed
 * @param since when the first one failed
 * @param failedAt when the last one failed
 * @param nextAt when the next one is due; a message whose process has ended is attempted when the broker has delivered it again
 */
public record FailedMessage(
        MessageKey key, int attempts, String failure, Instant since, Instant failedAt, Instant nextAt) {}
