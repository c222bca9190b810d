package io.counterfoil.rabbitmq;

import com.rabbitmq.client.ShutdownSignalException;
import io.counterfoil.rabbitmq.internal.BrokerRefusal;

/**
 * How a session ended.
 *
 * @param why for messages
 * @param refusal whether the broker ended it over something that it was sent
 */
record SessionEnd(String why, boolean refusal) {

    static final SessionEnd CLOSED = new SessionEnd("closed", false);

    static SessionEnd of(ShutdownSignalException cause) {
        return new SessionEnd(String.valueOf(cause.getMessage()), BrokerRefusal.isReportedBy(cause));
    }
}
