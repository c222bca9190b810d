package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.web.util.pattern.PathPatternParser;
import org.springframework.web.util.pattern.PatternParseException;

/**
 * Collects what is said of requests by their path. Where several patterns fit a request, the most specific one speaks, alone. Not
 * thread-safe.
 *
 * <p>A path that cannot be read, a method that cannot be guarded, and two rules for the same requests fail at start-up.
 */
public final class EndpointRules {

    private final List<EndpointRule> rules = new ArrayList<>();
    private String origin = "";

    EndpointRules() {}

    void from(String speaker) {
        this.origin = speaker;
    }

    List<EndpointRule> all() {
        EndpointRule.refuseTwice(rules);
        return List.copyOf(rules);
    }

    /** Requests of this path, by the methods that are guarded anyway. */
    public EndpointRules at(String path, EndpointSettings settings) {
        return add(path, Set.of(), Optional.empty(), settings);
    }

    /** Requests of this path by these methods, which are guarded there. */
    public EndpointRules at(String path, Set<String> methods, EndpointSettings settings) {
        return add(path, methods, Optional.empty(), settings);
    }

    /** Requests of this path pass untouched. */
    public EndpointRules leave(String path) {
        return add(path, Set.of(), Optional.of(false), EndpointSettings.NONE);
    }

    EndpointRules add(String path, Set<String> methods, Optional<Boolean> enabled, EndpointSettings settings) {
        if (!path.startsWith("/")) {
            throw new CounterfoilStartUpException(
                    origin + " has the path \"" + path + "\", which does not begin with a slash.",
                    "Write the whole path within the application, such as /v1/transfers/**.");
        }
        Set<String> capitals =
                methods.stream().map(method -> method.toUpperCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        try {
            rules.add(new EndpointRule(
                    origin, PathPatternParser.defaultInstance.parse(path), capitals, enabled, settings));
        } catch (PatternParseException unreadable) {
            throw new CounterfoilStartUpException(
                    origin + " has a path that is none: " + unreadable.getMessage() + ".",
                    "Write a path pattern of Spring's, such as /v1/transfers/{id}.",
                    unreadable);
        }
        return this;
    }
}
