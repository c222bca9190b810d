package io.counterfoil.springboot.settings;

/**
 * Changes settings that no property has. Each bean of this type changes the policies of the application, after the properties; one that is
 * given to a rule of an {@code EndpointsCustomizer} changes those of its endpoint, after its settings.
 *
 * <pre>{@code
 * @Bean
 * PolicyCustomizer policies() {
 *     return policies -> policies
 *             .withIdempotency(policy -> policy.withDuplicates(duplicates -> duplicates.withRetryAfter(Duration.ofSeconds(2))))
 *             .withHttp(policy -> policy.withKey(key -> key.withMaxBytes(64)));
 * }
 * }</pre>
 *
 * <p>May be called several times; must return the same for the same.
 */
@FunctionalInterface
public interface PolicyCustomizer {

    /** Changes nothing. */
    PolicyCustomizer NONE = policies -> policies;

    /**
     * {@return the changed policies}
     *
     * @param policies those that properties, annotations and earlier customizers have made
     */
    Policies customize(Policies policies);
}
