package io.counterfoil.springboot.observe;

import io.counterfoil.http.ExchangeObservation;
import io.counterfoil.http.HttpOutcome;
import io.counterfoil.http.message.Response;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Optional;

/** One request, from the beginning of its observation to the end. Used by one thread. */
final class ObservedRequest implements ExchangeObservation {

    private final GuardedRequestConvention.Context context;
    private final Observation observation;
    private final Observation.Scope scope;

    private ObservedRequest(GuardedRequestConvention.Context context, Observation observation) {
        this.context = context;
        this.observation = observation;
        this.scope = observation.openScope();
    }

    static ExchangeObservation begin(
            GuardedRequestConvention.Context context,
            Optional<GuardedRequestConvention> convention,
            ObservationRegistry registry) {
        Observation observation = Observation.createNotStarted(
                        convention.orElse(null), GuardedRequestConvention.DEFAULT, () -> context, registry)
                .start();
        return observation.isNoop() ? NONE : new ObservedRequest(context, observation);
    }

    @Override
    public void answered(HttpOutcome outcome, Response response) {
        context.answered(outcome, response.status());
        end();
    }

    @Override
    public void failed(Throwable failure) {
        context.failed();
        observation.error(failure);
        end();
    }

    private void end() {
        scope.close();
        observation.stop();
    }
}
