package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.correlation.Correlation;
import java.util.Optional;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessagePostProcessor;

/** Sends an extension of the thread's correlation ID with each message; one that the sender sets stays, that of a request for a reply too. */
final class CorrelatedSends implements MessagePostProcessor {

    @Override
    public Message postProcessMessage(Message message) {
        if (message.getMessageProperties().getCorrelationId() == null) {
            message.getMessageProperties()
                    .setCorrelationId(Correlation.outgoing().value());
        }
        return message;
    }

    /** That of a message; empty for what is none. */
    static Optional<String> correlationId(Object message) {
        return message instanceof Message sent
                ? Optional.ofNullable(sent.getMessageProperties().getCorrelationId())
                : Optional.empty();
    }
}
