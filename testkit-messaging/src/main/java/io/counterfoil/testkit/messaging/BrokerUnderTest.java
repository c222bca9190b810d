package io.counterfoil.testkit.messaging;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.Receiver;
import java.util.List;
import javax.sql.DataSource;

/** A real broker with its adapter, as the contract sees it. For the thread of one test at a time. */
public interface BrokerUnderTest {

    /** Publishes to the broker; the same one each time, also after a {@link #restart}. */
    Publisher publisher();

    /**
     * Begins to receive.
     *
     * @param queue the durable queue, or the consumers' group, of this name: made where it is missing, with the messages that are
     *     published from now on
     * @param patterns which topics come to it: words, {@code *} for one word, {@code #} for any number of them
     * @param receiver gets the deliveries; at least 50 may be unsettled at a time
     * @return ends it in order when it is closed: what is not settled then is delivered again to the next consumer
     */
    AutoCloseable consume(String queue, List<String> patterns, Receiver receiver) throws Exception;

    /** The next message that was rejected out of this queue; waits for it up to two minutes, and fails when there is none. */
    Message nextDeadLetter(String queue) throws Exception;

    /** Cuts all connections of the adapter's, without a word to it. */
    void cutConnections() throws Exception;

    /** Kills the broker, and starts it again on what it has kept; returns when it takes connections. */
    void restart() throws Exception;

    /**
     * Whether what is on hand is delivered again after a cut or a restart. Not where the consumer keeps its place over them: what is on
     * hand stays good then.
     */
    boolean redeliversAfterACut();

    /** An empty PostgreSQL database, where the contract's controllers keep what they have received and what they send. */
    DataSource freshDatabase();

    /** Whether the broker returns a mandatory message that no queue would get. */
    boolean returnsUnroutable();
}
