package io.counterfoil.messaging.inbox;

import io.counterfoil.idempotency.BatchRequest;
import io.counterfoil.idempotency.BatchResult;
import io.counterfoil.idempotency.BatchUndoneException;
import io.counterfoil.idempotency.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at several deliveries in one transaction. Each is settled or held by what came of its own message; where the transaction was undone
 * as a whole, each is attempted alone, in order, so that the failure counts for the message whose it is. Thread-safe.
 */
record SharedAttempt(OnceProcessor processor, BatchSize size) {

    /** After this long no further message of a transaction is begun: it holds locks for the messages that it has processed. */
    static final Duration TIME = Duration.ofMillis(50);

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    /** Attempts them; returns those that were not begun, in order. */
    List<PendingDelivery> run(List<PendingDelivery> deliveries) {
        if (deliveries.size() == 1) {
            deliveries.get(0).attemptAlone();
            size.committed();
            return List.of();
        }
        return together(deliveries, deliveries.get(0).shared());
    }

    /** @param first the task of the first delivery, whose codec those of the others have too */
    private <T> List<PendingDelivery> together(List<PendingDelivery> deliveries, SharedTask<T> first) {
        List<BatchRequest<T>> requests =
                deliveries.stream().map(delivery -> delivery.request(first)).toList();
        List<BatchResult<T>> results;
        try {
            results = processor.engine().executeAll(requests, first.codec(), TIME);
        } catch (BatchUndoneException undone) {
            LOG.debug("{} messages are processed one by one", deliveries.size(), undone);
            size.undone();
            deliveries.forEach(PendingDelivery::attemptAlone);
            return List.of();
        } catch (StoreException failure) {
            boolean outage = StoreOutage.isReportedBy(failure);
            deliveries.forEach(delivery -> {
                if (outage) {
                    delivery.end(first, new BatchResult.Failed<>(failure));
                } else {
                    delivery.attemptAlone();
                }
            });
            return List.of();
        }
        size.committed();
        List<PendingDelivery> notBegun = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof BatchResult.NotBegun<T>) {
                notBegun.add(deliveries.get(i));
            } else {
                deliveries.get(i).end(first, results.get(i));
            }
        }
        return notBegun;
    }
}
