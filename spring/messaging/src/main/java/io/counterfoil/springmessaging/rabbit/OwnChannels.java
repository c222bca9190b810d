package io.counterfoil.springmessaging.rabbit;

import com.rabbitmq.client.Channel;
import io.counterfoil.rabbitmq.deadletter.ChannelWork;
import io.counterfoil.rabbitmq.deadletter.RabbitChannels;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.RabbitUtils;

/**
 * Channels of the application's connections, which are closed and not returned to their cache. Thread-safe.
 *
 * @param connections the application's
 */
record OwnChannels(ConnectionFactory connections) implements RabbitChannels {

    @Override
    public boolean use(ChannelWork work) throws IOException, TimeoutException, InterruptedException {
        Connection connection;
        Channel channel;
        try {
            connection = connections.createConnection();
            channel = connection.createChannel(false);
        } catch (AmqpException refused) {
            throw new IOException(refused);
        }
        try {
            RabbitUtils.setPhysicalCloseRequired(channel, true);
            return work.on(channel);
        } finally {
            RabbitUtils.closeChannel(channel);
            RabbitUtils.closeConnection(connection);
        }
    }
}
