package io.counterfoil.testkit.messaging;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import io.counterfoil.messaging.deadletter.DeadLetterBroker;
import java.util.List;
import javax.sql.DataSource;

/** A real broker with its adapter, as used by the contract. Not thread-safe. */
public interface BrokerUnderTest {

    /** {@return a publisher; the same instance on every call, also after {@link #restart}} */
    Publisher publisher();

    /**
     * Starts a consumer.
     *
     * @param queue the name of the durable queue or consumer group; created if missing, and then receives messages that
     *     are published from now on
     * @param patterns the topics it receives: words, {@code *} for one word, {@code #} for any number of words
     * @param receiver receives the deliveries; at least 50 may be unsettled at a time
     * @return closes the consumer normally; unsettled deliveries go to the next consumer
     * @throws Exception when the consumer cannot be started
     */
    AutoCloseable consume(String queue, List<String> patterns, Receiver receiver) throws Exception;

    /**
     * {@return the next message that was rejected from a queue; waits up to two minutes and fails without one}
     *
     * @param queue the name that was passed to {@link #consume}
     * @throws Exception when the dead letters cannot be read
     */
    Message nextDeadLetter(String queue) throws Exception;

    /** {@return the requeueing of the dead letters of the broker's consumers} */
    DeadLetterBroker deadLetters();

    /**
     * Cuts all connections of the adapter without closing them.
     *
     * @throws Exception when they cannot be cut
     */
    void cutConnections() throws Exception;

    /**
     * Kills the broker and restarts it on its stored data; returns when it accepts connections.
     *
     * @throws Exception when the broker does not start again
     */
    void restart() throws Exception;

    /**
     * {@return whether unsettled messages are delivered again after a cut or a restart} Not if the consumer keeps its position;
     * its unsettled deliveries then remain valid.
     */
    boolean redeliversAfterACut();

    /** {@return an empty PostgreSQL database for the records and messages of the contract's consumers} */
    DataSource freshDatabase();

    /** {@return whether the broker returns a mandatory message that no queue would receive} */
    boolean returnsUnroutable();
}
