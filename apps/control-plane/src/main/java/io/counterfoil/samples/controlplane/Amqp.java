package io.counterfoil.samples.controlplane;

import com.rabbitmq.client.ConnectionFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.GeneralSecurityException;

/** How all processes of the control plane reach the broker. */
public final class Amqp {

    private static final int CONNECT_MILLIS = 5_000;

    private Amqp() {}

    /**
     * Connections to this broker.
     *
     * @param uri {@code amqp://USER:PASSWORD@HOST:PORT/VHOST}, or {@code amqps}
     * @throws IllegalArgumentException when it is no such URI; the message does not repeat it
     */
    public static ConnectionFactory factory(URI uri) {
        ConnectionFactory factory = new ConnectionFactory();
        try {
            factory.setUri(uri);
        } catch (URISyntaxException | GeneralSecurityException | RuntimeException refused) {
            throw new IllegalArgumentException("must be amqp://USER:PASSWORD@HOST:PORT/VHOST", refused);
        }
        factory.setConnectionTimeout(CONNECT_MILLIS);
        return factory;
    }
}
