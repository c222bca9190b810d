package io.counterfoil.http.client;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.http.client.retry.Attempt;
import io.counterfoil.http.client.retry.AttemptListener;
import io.counterfoil.http.client.retry.RetryableRequest;
import io.counterfoil.http.client.retry.UnexpectedDuplicate;
import io.counterfoil.idempotency.key.AttemptId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the calls of the listener, and their correlation IDs. */
final class Recorder implements AttemptListener {

    final List<AttemptId> started = new CopyOnWriteArrayList<>();
    final List<Attempt> finished = new CopyOnWriteArrayList<>();
    final List<UnexpectedDuplicate> unexpected = new CopyOnWriteArrayList<>();
    final List<Optional<CorrelationId>> current = new CopyOnWriteArrayList<>();

    @Override
    public void started(RetryableRequest intention, int number, AttemptId id, CorrelationId correlationId) {
        started.add(id);
        current.add(Correlation.current());
    }

    @Override
    public void finished(RetryableRequest intention, Attempt attempt) {
        finished.add(attempt);
        current.add(Correlation.current());
    }

    @Override
    public void unexpectedDuplicate(RetryableRequest intention, UnexpectedDuplicate duplicate) {
        unexpected.add(duplicate);
    }
}
