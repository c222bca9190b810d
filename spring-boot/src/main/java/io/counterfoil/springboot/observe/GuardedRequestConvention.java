package io.counterfoil.springboot.observe;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;

/**
 * How a guarded request is named and described; a bean of this type takes the place of {@link DefaultGuardedRequestConvention}.
 * Thread-safe.
 */
public interface GuardedRequestConvention extends ObservationConvention<GuardedRequestContext> {

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof GuardedRequestContext;
    }

    /** What also becomes a metric's tags: few different values, and never a key, a client or a path. */
    @Override
    KeyValues getLowCardinalityKeyValues(GuardedRequestContext context);
}
