package io.counterfoil.springboot.settings;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.idempotency.policy.IdempotencyPolicy;
import io.counterfoil.idempotency.policy.LeasePolicy;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The policies of the application, or of an endpoint. An immutable value.
 *
 * @param http of requests: key, fingerprint, responses, body
 * @param idempotency of the engine: retention, limits, duplicates, results
 * @param lease of leases, in lease mode
 */
public record Policies(HttpPolicy http, IdempotencyPolicy idempotency, LeasePolicy lease) {

    /** The defaults of all three. */
    public static final Policies DEFAULT =
            new Policies(HttpPolicy.DEFAULT, IdempotencyPolicy.DEFAULT, LeasePolicy.DEFAULT);

    /**
     * {@return these policies with another policy of requests}
     *
     * @param change makes the new policy from the present one
     */
    public Policies withHttp(UnaryOperator<HttpPolicy> change) {
        return new Policies(change.apply(http), idempotency, lease);
    }

    /**
     * {@return these policies with another policy of the engine}
     *
     * @param change makes the new policy from the present one
     */
    public Policies withIdempotency(UnaryOperator<IdempotencyPolicy> change) {
        return new Policies(http, change.apply(idempotency), lease);
    }

    /**
     * {@return these policies with another policy of leases}
     *
     * @param change makes the new policy from the present one
     */
    public Policies withLease(UnaryOperator<LeasePolicy> change) {
        return new Policies(http, idempotency, change.apply(lease));
    }

    /**
     * {@return these policies, changed by each customizer in turn}
     *
     * @param customizers in the order of their application
     */
    public Policies customizedBy(Stream<PolicyCustomizer> customizers) {
        Policies policies = this;
        for (PolicyCustomizer customizer : customizers.toList()) {
            policies = customizer.customize(policies);
        }
        return policies;
    }
}
