package io.counterfoil.messaging.deadletter;

import io.counterfoil.messaging.MessageOrigin;
import io.counterfoil.messaging.inbox.MessageKey;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that has used up its attempts. Its content is at the broker, its state here. Times are of the clock of the process that rejected it.
 *
 * @param key the message, with its receiver
 * @param attempts how many have failed
 * @param reason why it was rejected
 * @param since when the first attempt failed
 * @param rejectedAt when it was rejected
 * @param origin where it was delivered from, and where it is now; empty where that is unknown
 */
public record DeadLetter(
        MessageKey key,
        int attempts,
        String reason,
        Instant since,
        Instant rejectedAt,
        Optional<MessageOrigin> origin) {}
