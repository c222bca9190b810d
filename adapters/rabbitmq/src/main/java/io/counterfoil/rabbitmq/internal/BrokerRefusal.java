package io.counterfoil.rabbitmq.internal;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private static final Pattern CLOSE =
            Pattern.compile("method<(?:channel|connection)\\.close>\\(reply-code=([0-9]{1,4})");

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

    /** The same by the client's message of its end, where that is all that is left of it. */
    public static boolean isReportedBy(String message) {
        Matcher close = CLOSE.matcher(message);
        return close.find() && CODES.contains(Integer.valueOf(close.group(1)));
    }
}
