package io.counterfoil.rabbitmq.deadletter;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Work on a channel, for {@link RabbitChannels}. */
@FunctionalInterface
public interface ChannelWork {

    /**
     * Does the work, once.
     *
     * @param channel a channel of this work only, which the caller closes afterwards
     * @return a result of the work's own choice, which {@link RabbitChannels#use} returns
     * @throws IOException when the connection or the channel fails
     * @throws TimeoutException when the broker does not confirm in time
     * @throws InterruptedException when the thread is interrupted
     */
    boolean on(Channel channel) throws IOException, TimeoutException, InterruptedException;
}
