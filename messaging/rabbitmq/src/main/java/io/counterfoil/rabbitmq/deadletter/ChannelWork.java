package io.counterfoil.rabbitmq.deadletter;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Work on a channel, for {@link RabbitChannels}. */
@FunctionalInterface
public interface ChannelWork {

    /** Runs once. */
    boolean on(Channel channel) throws IOException, TimeoutException, InterruptedException;
}
