package io.counterfoil.springboot.observe;

import io.counterfoil.http.ExchangeObservation;
import io.counterfoil.http.ExchangeObserver;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.HttpOutcome;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;

/**
 * Makes each guarded request an observation of Micrometer, which is the current one while the handler runs: a timer where the
 * registry makes metrics, a span where it makes traces. Thread-safe.
 */
public final class ObservationExchangeObserver implements ExchangeObserver {

    private final ObservationRegistry registry;
    private final Optional<GuardedRequestConvention> convention;
    private final Optional<Boolean> transactional;

    /**
     * @param registry where to observe
     * @param convention how; empty for the registry's own, or else {@link GuardedRequestConvention#DEFAULT}
     */
    public ObservationExchangeObserver(ObservationRegistry registry, Optional<GuardedRequestConvention> convention) {
        this(registry, convention, Optional.empty());
    }

    private ObservationExchangeObserver(
            ObservationRegistry registry,
            Optional<GuardedRequestConvention> convention,
            Optional<Boolean> transactional) {
        this.registry = registry;
        this.convention = convention;
        this.transactional = transactional;
    }

    @Override
    public ExchangeObserver watching(HttpIdempotency treatment) {
        return new ObservationExchangeObserver(registry, convention, Optional.of(treatment.isTransactional()));
    }

    @Override
    public ExchangeObservation begin(RequestHead head, KeyedRequest request) {
        return begin(head, Optional.of(request));
    }

    @Override
    public void refused(RequestHead head, Response response) {
        begin(head, Optional.empty()).answered(HttpOutcome.REFUSED, response);
    }

    private ExchangeObservation begin(RequestHead head, Optional<KeyedRequest> request) {
        GuardedRequestConvention.Context context = new GuardedRequestConvention.Context(head, request, transactional);
        return ObservedRequest.begin(context, convention, registry);
    }
}
