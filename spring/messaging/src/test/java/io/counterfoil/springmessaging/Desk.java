package io.counterfoil.springmessaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.transaction.support.TransactionTemplate;

/** Where listeners bring orders; it knows nothing of brokers, and remembers what it saw. Thread-safe. */
public class Desk {

    /** What annotated listeners have invoiced. */
    public final BlockingQueue<String> invoiced = new LinkedBlockingQueue<>();

    private final Bookings bookings;
    private final TransactionTemplate transactions;
    private final Map<String, Step> afterBooking = new ConcurrentHashMap<>();
    private final Set<String> inATransaction = ConcurrentHashMap.newKeySet();
    private final Map<String, BlockingQueue<Seen>> done = new ConcurrentHashMap<>();

    /** For Spring to make. */
    public Desk(Bookings bookings, TransactionTemplate transactions) {
        this.bookings = bookings;
        this.transactions = transactions;
    }

    /** What the thread knew when an order was brought. */
    record Seen(
            String order,
            Optional<String> id,
            Optional<CorrelationId> correlation,
            @Nullable String logged) {}

    /** What may fail. */
    interface Step {
        void run() throws Exception;
    }

    /** Books an order; called by listeners. */
    public void take(String order) throws Exception {
        Seen seen = new Seen(
                order,
                CurrentMessage.find().flatMap(CurrentMessage::id),
                Correlation.current(),
                MDC.get(Correlation.MDC_KEY));
        Callable<Boolean> work = () -> {
            bookings.book(order);
            Step next = afterBooking.remove(order);
            if (next != null) {
                next.run();
            }
            return true;
        };
        if (inATransaction.contains(order)) {
            transactions.execute(transaction -> unchecked(work));
        } else {
            work.call();
        }
        queue(order).add(seen);
    }

    private static boolean unchecked(Callable<Boolean> work) {
        try {
            return work.call();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private BlockingQueue<Seen> queue(String order) {
        return done.computeIfAbsent(order, first -> new LinkedBlockingQueue<>());
    }

    /** Does this once, when the order was booked and before the listener returns. */
    void afterBooking(String order, Step step) {
        afterBooking.put(order, step);
    }

    /** Has the listener open a transaction of its own about the order. */
    void inATransaction(String order) {
        inATransaction.add(order);
    }

    /** The next deliveries of an order whose listener returned in peace. */
    List<Seen> done(String order, int count) throws InterruptedException {
        List<Seen> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Seen next = queue(order).poll(ListenersContract.LIMIT_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("delivery %s of %s", i + 1, count).isNotNull();
            all.add(next);
        }
        return all;
    }
}
