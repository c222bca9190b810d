package io.counterfoil.springboot.observe;

import io.counterfoil.http.HttpOutcome;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.key.AttemptId;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a guarded request is named and described: {@code counterfoil.request}, with {@code method}, {@code mode} (transactional, lease,
 * unknown), {@code outcome} ({@link HttpOutcome}, in lower case) and {@code status} (2xx to 5xx) for metrics and traces; {@code
 * request.id}, {@code client} and {@code attempt} for traces alone. What is not known is {@code none} there, and left out here.
 *
 * <p>A bean of this type replaces {@link #DEFAULT}; it overrides what differs. Thread-safe.
 */
public interface GuardedRequestConvention extends ObservationConvention<GuardedRequestConvention.Context> {

    /** What is described here. */
    GuardedRequestConvention DEFAULT = new GuardedRequestConvention() {};

    @Override
    default boolean supportsContext(Observation.Context context) {
        return context instanceof Context;
    }

    @Override
    default String getName() {
        return "counterfoil.request";
    }

    @Override
    default String getContextualName(Context context) {
        return "keyed " + method(context);
    }

    /** What also becomes a metric's tags: few different values, and never a key, a client or a path. */
    @Override
    default KeyValues getLowCardinalityKeyValues(Context context) {
        return KeyValues.of(
                "method", method(context),
                "mode", mode(context.transactional()),
                "outcome",
                        context.outcome()
                                .map(how -> how.name().toLowerCase(Locale.ROOT))
                                .orElse("none"),
                "status", context.status().isPresent() ? context.status().getAsInt() / 100 + "xx" : "none");
    }

    private static String method(Context context) {
        // A method is text of the client's.
        String method = context.head().method();
        return Set.of("POST", "PATCH", "PUT", "DELETE").contains(method) ? method : "OTHER";
    }

    private static String mode(Optional<Boolean> transactional) {
        return transactional.map(is -> is ? "transactional" : "lease").orElse("unknown");
    }

    @Override
    default KeyValues getHighCardinalityKeyValues(Context context) {
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

    /** A guarded request under observation. Used by the thread that carries it out. */
    final class Context extends Observation.Context {

        private final RequestHead head;
        private final Optional<KeyedRequest> request;
        private final Optional<Boolean> transactional;
        private @Nullable HttpOutcome outcome;
        private int status;

        Context(RequestHead head, Optional<KeyedRequest> request, Optional<Boolean> transactional) {
            this.head = head;
            this.request = request;
            this.transactional = transactional;
        }

        /** {@return the head of the request} */
        public RequestHead head() {
            return head;
        }

        /** {@return its key, fingerprint and attempt; empty where it was rejected before they were known} */
        public Optional<KeyedRequest> request() {
            return request;
        }

        /** {@return whether effect and record are one transaction; false under a lease, empty where it is unknown} */
        public Optional<Boolean> transactional() {
            return transactional;
        }

        /** {@return its outcome; empty before its end} */
        public Optional<HttpOutcome> outcome() {
            return Optional.ofNullable(outcome);
        }

        /** {@return the status of its response; empty before its end, and where the handler threw} */
        public OptionalInt status() {
            return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
        }

        void answered(HttpOutcome how, int with) {
            outcome = how;
            status = with;
        }

        void failed() {
            outcome = HttpOutcome.FAILED;
        }
    }
}
