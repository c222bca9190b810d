package io.counterfoil.rabbitmq.deadletter;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/**
 * Runs work on a channel that nothing else uses meanwhile, and that is closed afterwards, not returned to a pool: it confirms, and holds
 * unacknowledged messages. Thread-safe.
 */
@FunctionalInterface
public interface RabbitChannels {

    /** {@return what the work returned} */
    boolean use(ChannelWork work) throws IOException, TimeoutException, InterruptedException;
}
