package io.counterfoil.rabbitmq.deadletter;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/**
 * Runs work on a channel that nothing else uses meanwhile, and that is closed afterwards, not returned to a pool: it confirms, and holds
 * unacknowledged messages. Thread-safe.
 */
@FunctionalInterface
public interface RabbitChannels {

    /**
     * Opens a channel, runs the work on it and closes it.
     *
     * @param work runs once, in the calling thread
     * @return what the work returned
     * @throws IOException when there is no connection, or the work throws it
     * @throws TimeoutException when the broker does not respond in time, or the work throws it
     * @throws InterruptedException when the thread is interrupted
     */
    boolean use(ChannelWork work) throws IOException, TimeoutException, InterruptedException;
}
