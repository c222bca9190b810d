package io.counterfoil.rabbitmq.internal;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.Set;

/** Tells whether RabbitMQ ended a channel or a connection over something that it was sent, rather than for its own state or the network's. */
public final class BrokerRefusal {

    /**
     * Codes of what was sent: too large, no permission, no exchange, a precondition such as the maximum size, malformed frames and
     * fields, and an error while it was handled.
     */
    private static final Set<Integer> CODES = Set.of(
            AMQP.CONTENT_TOO_LARGE,
            AMQP.ACCESS_REFUSED,
            AMQP.NOT_FOUND,
            AMQP.PRECONDITION_FAILED,
            AMQP.FRAME_ERROR,
            AMQP.SYNTAX_ERROR,
            AMQP.UNEXPECTED_FRAME,
            AMQP.INTERNAL_ERROR);

    private BrokerRefusal() {}

    /** Whether that is why it ended. */
    public static boolean isReportedBy(ShutdownSignalException end) {
        return !end.isInitiatedByApplication() && CODES.contains(code(end));
    }

    private static int code(ShutdownSignalException end) {
        if (end.getReason() instanceof AMQP.Channel.Close channel) {
            return channel.getReplyCode();
        }
        return end.getReason() instanceof AMQP.Connection.Close connection ? connection.getReplyCode() : 0;
    }
}
