package io.counterfoil.testkit.broker;

import io.counterfoil.broker.PrivateRabbitMq;
import org.opentest4j.TestAbortedException;

/** Skips tests whose broker is unavailable. */
public final class BrokerAssumptions {

    private BrokerAssumptions() {}

    /**
     * Skips the current test if this machine has no RabbitMQ.
     *
     * @throws TestAbortedException with the {@linkplain PrivateRabbitMq#obstacle obstacle}
     */
    public static void assumeRabbitMq() {
        PrivateRabbitMq.obstacle().ifPresent(why -> {
            throw new TestAbortedException("no RabbitMQ: " + why);
        });
    }
}
