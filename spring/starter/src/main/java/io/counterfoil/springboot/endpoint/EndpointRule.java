package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.settings.PolicyCustomizer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.util.pattern.PathPattern;

/**
 * Settings for a path, by properties or by code.
 *
 * @param origin where they are from, for messages
 * @param methods the methods that are meant; empty for those that are guarded anyway
 * @param enabled whether requests are guarded or pass untouched, where that is set
 * @param customizer changes the policies after the settings
 */
record EndpointRule(
        String origin,
        PathPattern pattern,
        Set<String> methods,
        Optional<Boolean> enabled,
        SourcedSettings settings,
        PolicyCustomizer customizer) {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    EndpointRule {
        for (String method : methods) {
            if (SAFE.contains(method)) {
                throw new CounterfoilStartUpException(
                        origin + " (" + pattern + ") names the method " + method
                                + ", which is safe to repeat and cannot be guarded.",
                        "Remove " + method + " there.");
            }
        }
        if (!enabled.orElse(true) && !settings.isEmpty()) {
            throw new CounterfoilStartUpException(
                    origin + " (" + pattern + ") is disabled but has settings: "
                            + settings.settings().asText() + ".",
                    "Remove either enabled=false or the settings.");
        }
    }

    boolean appliesTo(String method) {
        return methods.isEmpty() || methods.contains(method);
    }

    boolean exempts() {
        return !enabled.orElse(true);
    }

    private boolean isSameAs(EndpointRule other) {
        return Patterns.shape(pattern).equals(Patterns.shape(other.pattern))
                && (methods.isEmpty()
                        || other.methods.isEmpty()
                        || methods.stream().anyMatch(other.methods::contains));
    }

    /** Refuses two for the same requests. */
    static void refuseTwice(List<EndpointRule> rules) {
        for (int i = 0; i < rules.size(); i++) {
            for (int j = i + 1; j < rules.size(); j++) {
                EndpointRule one = rules.get(i);
                EndpointRule other = rules.get(j);
                if (one.isSameAs(other)) {
                    throw new CounterfoilStartUpException(
                            "Both " + one.origin() + " and " + other.origin() + " apply to " + one.pattern() + ".",
                            "Combine their settings in one rule, or give the rules different methods.");
                }
            }
        }
    }
}
