package io.counterfoil.springboot.endpoint;

/**
 * Settings of endpoints in code, instead of annotations: each bean of this type is called once, at start-up.
 *
 * <pre>{@code
 * @Bean
 * EndpointsCustomizer transfers() {
 *     return endpoints -> endpoints
 *             .at("/v1/transfers", EndpointSettings.NONE.withKeyRequired(true).withRetention(Retention.FOREVER))
 *             .leave("/v1/login");
 * }
 * }</pre>
 */
@FunctionalInterface
public interface EndpointsCustomizer {

    /** Adds to the rules. */
    void customize(EndpointRules endpoints);
}
