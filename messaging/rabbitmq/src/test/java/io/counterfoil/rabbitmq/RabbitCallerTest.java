package io.counterfoil.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.ConnectionFactory;
import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.testkit.messaging.BrokerUnderTest;
import io.counterfoil.testkit.messaging.CallerContract;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import io.counterfoil.testkit.network.FaultyChannel;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

class RabbitCallerTest extends CallerContract {

    private static Broker broker;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    @BeforeAll
    static void start() {
        broker = Broker.with(RabbitTopology.DEFAULT);
    }

    @AfterAll
    static void stop() {
        if (broker != null) {
            broker.close();
        }
    }

    @AfterEach
    void closeTheNetwork() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }

    @Override
    protected BrokerUnderTest broker() {
        return broker;
    }

    /** The connection is reset when the broker's confirm of the next message arrives. */
    @Override
    protected Publisher losingTheFirstConfirm() throws Exception {
        URI direct = Broker.server().uri();
        FaultyChannel network = FaultyChannel.open(direct.getHost(), direct.getPort(), FaultPlan.none());
        open.push(network);
        URI through = new URI(
                direct.getScheme(),
                direct.getUserInfo(),
                "127.0.0.1",
                network.port(),
                direct.getPath(),
                direct.getQuery(),
                direct.getFragment());
        ConnectionFactory factory = Broker.factory(through);
        // A heartbeat would be taken for the confirm.
        factory.setRequestedHeartbeat(0);
        RabbitPublisher publisher = RabbitPublisher.of(factory, RabbitTopology.DEFAULT, Broker.CONFIRM_LIMIT);
        open.push(publisher);
        publisher
                .publish(Message.of("event.metric.connected", "connected".getBytes(UTF_8)))
                .toCompletableFuture()
                .get(Broker.LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        network.follow(FaultPlan.scripted(Fault.loseResponse()));
        return publisher;
    }
}
