package io.counterfoil.springboot.observe;

import io.counterfoil.http.message.HttpOutcome;
import io.counterfoil.idempotency.key.AttemptId;
import io.micrometer.common.KeyValues;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * {@code counterfoil.request}, with {@code method}, {@code mode} (transactional, lease, unknown), {@code outcome} ({@link
 * HttpOutcome}, in lower case) and {@code status} (2xx to 5xx) for metrics and traces; {@code request.id}, {@code client} and
 * {@code attempt} for traces alone. What is not known is {@code none} there, and left out here.
 */
public class DefaultGuardedRequestConvention implements GuardedRequestConvention {

    private static final String NONE = "none";

    /** A method is text of the client's. */
    private static final Set<String> METHODS = Set.of("POST", "PATCH", "PUT", "DELETE");

    /** For use, and for being extended. */
    public DefaultGuardedRequestConvention() {}

    @Override
    public String getName() {
        return "counterfoil.request";
    }

    @Override
    public String getContextualName(GuardedRequestContext context) {
        return "keyed " + method(context);
    }

    @Override
    public KeyValues getLowCardinalityKeyValues(GuardedRequestContext context) {
        return KeyValues.of(
                "method", method(context),
                "mode", mode(context.transactional()),
                "outcome",
                        context.outcome()
                                .map(how -> how.name().toLowerCase(Locale.ROOT))
                                .orElse(NONE),
                "status", context.status().isPresent() ? context.status().getAsInt() / 100 + "xx" : NONE);
    }

    private static String method(GuardedRequestContext context) {
        String method = context.head().method();
        return METHODS.contains(method) ? method : "OTHER";
    }

    private static String mode(Optional<Boolean> transactional) {
        return transactional.map(is -> is ? "transactional" : "lease").orElse("unknown");
    }

    @Override
    public KeyValues getHighCardinalityKeyValues(GuardedRequestContext context) {
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
