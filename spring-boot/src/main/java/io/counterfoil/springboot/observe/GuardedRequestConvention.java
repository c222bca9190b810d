package io.counterfoil.springboot.observe;

import io.counterfoil.http.ExchangeObserver.HttpOutcome;
import io.counterfoil.idempotency.key.AttemptId;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How a guarded request is named and described: {@code counterfoil.request}, with {@code method}, {@code mode} (transactional, lease,
 * unknown), {@code outcome} ({@link HttpOutcome}, in lower case) and {@code status} (2xx to 5xx) for metrics and traces; {@code
 * request.id}, {@code client} and {@code attempt} for traces alone. What is not known is {@code none} there, and left out here.
 *
 * <p>A bean of this type replaces {@link #DEFAULT}; it overrides what differs. Thread-safe.
 */
public interface GuardedRequestConvention extends ObservationConvention<GuardedRequestContext> {

    /** What is described here. */
    GuardedRequestConvention DEFAULT = new GuardedRequestConvention() {};

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof GuardedRequestContext;
    }

    @Override
    default String getName() {
        return "counterfoil.request";
    }

    @Override
    default String getContextualName(GuardedRequestContext context) {
        return "keyed " + method(context);
    }

    /** What also becomes a metric's tags: few different values, and never a key, a client or a path. */
    @Override
    default KeyValues getLowCardinalityKeyValues(GuardedRequestContext context) {
        return KeyValues.of(
                "method", method(context),
                "mode", mode(context.transactional()),
                "outcome",
                        context.outcome()
                                .map(how -> how.name().toLowerCase(Locale.ROOT))
                                .orElse("none"),
                "status", context.status().isPresent() ? context.status().getAsInt() / 100 + "xx" : "none");
    }

    private static String method(GuardedRequestContext context) {
        // A method is text of the client's.
        String method = context.head().method();
        return Set.of("POST", "PATCH", "PUT", "DELETE").contains(method) ? method : "OTHER";
    }

    private static String mode(Optional<Boolean> transactional) {
        return transactional.map(is -> is ? "transactional" : "lease").orElse("unknown");
    }

    @Override
    default KeyValues getHighCardinalityKeyValues(GuardedRequestContext context) {
        return context.request()
                .map(request -> {
                    KeyValues values = KeyValues.of(
                            "request.id", request.key().requestId().value(),
                            "client", request.key().client().toString());
                    return request.attempt()
                            .map(AttemptId::value)
                            .map(attempt -> values.and("attempt", attempt))
                            .orElse(values);
                })
                .orElse(KeyValues.empty());
    }
}
