package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.settings.EndpointSettings;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Settings of endpoints in code, instead of annotations: each bean of this type is called once, at start-up.
 *
 * <pre>{@code
 * @Bean
 * EndpointsCustomizer transfers() {
 *     return endpoints -> endpoints
 *             .at("/v1/transfers", EndpointSettings.NONE.withKey(key -> key.withRequired(true)))
 *             .at("/v1/refunds", EndpointSettings.NONE, policies -> policies
 *                     .withHttp(http -> http.withKey(key -> key.withScope(KeyScope.named("refund")))))
 *             .leave("/v1/login");
 * }
 * }</pre>
 */
@FunctionalInterface
public interface EndpointsCustomizer {

    /**
     * Adds rules.
     *
     * @param endpoints collects the rules of all beans; not to be used after the return
     */
    void customize(Rules endpoints);

    /**
     * Collects settings of requests by path. Where several patterns match a request, the most specific one applies, alone. Not
     * thread-safe.
     *
     * <p>A path that cannot be read, a method that cannot be guarded, and two rules for the same requests fail at start-up.
     */
    final class Rules {

        private final List<EndpointRule> rules = new ArrayList<>();
        private String origin = "";

        Rules() {}

        void from(String source) {
            this.origin = source;
        }

        List<EndpointRule> all() {
            EndpointRule.refuseTwice(rules);
            return List.copyOf(rules);
        }

        /**
         * Sets how requests of a path are guarded: by the methods that the settings name, or else those that are guarded anyway.
         *
         * @param path a pattern as in Spring MVC, which begins with a slash
         * @param settings override those of properties
         * @return these rules
         */
        public Rules at(String path, EndpointSettings settings) {
            return at(path, settings, PolicyCustomizer.NONE);
        }

        /**
         * Sets how requests of a path are guarded, with settings that only code can set, such as a {@code KeyLifetime}, {@code Fingerprinting} or
         * {@code ResponseClassifier}.
         *
         * @param path a pattern as in Spring MVC, which begins with a slash
         * @param settings override those of properties
         * @param policies changes what the settings, and those of an annotation, have made
         * @return these rules
         */
        public Rules at(String path, EndpointSettings settings, PolicyCustomizer policies) {
            if (!path.startsWith("/")) {
                throw new CounterfoilStartUpException(
                        origin + " has the path \"" + path + "\", which does not begin with a slash.",
                        "Write the full path within the application, such as /v1/transfers/**.");
            }
            try {
                rules.add(new EndpointRule(
                        origin,
                        PathPatternParser.defaultInstance.parse(path),
                        Objects.requireNonNullElse(settings.methods(), Set.of()),
                        Optional.ofNullable(settings.enabled()),
                        SourcedSettings.of(settings, origin),
                        policies));
            } catch (PatternParseException unreadable) {
                throw new CounterfoilStartUpException(
                        origin + " has an invalid path: " + unreadable.getMessage() + ".",
                        "Write a Spring path pattern, such as /v1/transfers/{id}.",
                        unreadable);
            }
            return this;
        }

        /**
         * Lets requests of a path pass untouched.
         *
         * @param path a pattern as in Spring MVC, which begins with a slash
         * @return these rules
         */
        public Rules leave(String path) {
            return at(path, EndpointSettings.NONE.withEnabled(false));
        }
    }
}
