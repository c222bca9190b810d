package io.counterfoil.springboot.endpoint;

/**
 * Says how requests of some paths are treated, for those who dislike annotations: any bean of this type is asked once, at start-up.
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
