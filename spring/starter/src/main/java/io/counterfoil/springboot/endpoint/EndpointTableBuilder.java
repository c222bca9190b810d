package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.settings.Guard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.util.pattern.PathPattern;

/** Puts the table together from what handlers and rules say; a contradiction fails. Used once. */
final class EndpointTableBuilder {

    private static final Logger log = LoggerFactory.getLogger(EndpointTableBuilder.class);

    private final List<HandlerRoute> handlers;
    private final List<HandlerRoute> operations;
    private final List<EndpointRule> rules;
    private final HttpIdempotencyFactory factory;
    private final Guard guard;
    private final Set<EndpointRule> used = new HashSet<>();
    private final Set<EndpointRule> effective = new HashSet<>();

    /**
     * @param handlers the application's own
     * @param operations the actuator's, which pass untouched unless a rule names the very path
     * @param guard which requests are guarded without a rule
     */
    EndpointTableBuilder(
            List<HandlerRoute> handlers,
            List<HandlerRoute> operations,
            List<EndpointRule> rules,
            HttpIdempotencyFactory factory,
            Guard guard) {
        this.handlers = handlers;
        this.operations = operations;
        this.rules = rules.stream()
                .sorted(Comparator.comparing(EndpointRule::pattern, PathPattern.SPECIFICITY_COMPARATOR))
                .toList();
        this.factory = factory;
        this.guard = guard;
    }

    EndpointTable build() {
        Set<String> methods = new TreeSet<>(Set.of("POST", "PUT", "PATCH", "DELETE"));
        methods.addAll(factory.guardedByDefault());
        rules.forEach(rule -> methods.addAll(rule.methods()));
        Map<String, EndpointTable.Entries> byMethod = new HashMap<>();
        methods.forEach(method -> byMethod.put(method, entries(method)));
        rules.stream()
                .filter(rule -> !used.contains(rule))
                .forEach(rule -> log.warn("No handler method is in {} ({})", rule.pattern(), rule.origin()));
        rules.stream()
                .filter(rule -> used.contains(rule) && !effective.contains(rule))
                .forEach(rule -> log.warn(
                        "{} has no effect, because nothing in {} is guarded: annotate a handler with @Idempotent, or set enabled=true there",
                        rule.origin(),
                        rule.pattern()));
        return EndpointTable.of(
                Map.copyOf(byMethod), guard == Guard.ALL ? Optional.of(factory.standard()) : Optional.empty());
    }

    private EndpointTable.Entries entries(String method) {
        Map<String, List<HandlerRoute>> byShape = new LinkedHashMap<>();
        handlers.stream()
                .filter(route -> route.handles(method))
                .forEach(route -> byShape.computeIfAbsent(Patterns.shape(route.pattern()), shape -> new ArrayList<>())
                        .add(route));
        HandlerEntries entries = new HandlerEntries();
        byShape.values().forEach(routes -> entries.add(routes, of(method, routes)));
        rules.stream()
                .filter(rule -> rule.appliesTo(method))
                .filter(rule -> !byShape.containsKey(Patterns.shape(rule.pattern())))
                .forEach(rule -> addRule(method, rule, byShape.values(), entries));
        operations.stream()
                .filter(route -> route.handles(method))
                .forEach(route -> entries.add(List.of(route), untouched(route)));
        return entries.build();
    }

    private static EndpointEntry untouched(HandlerRoute route) {
        return new EndpointEntry(route.pattern(), Optional.empty(), SourcedSettings.NONE);
    }

    /** The entry of the handlers of one path. */
    private EndpointEntry of(String method, List<HandlerRoute> routes) {
        HandlerRoute route = chosen(method, routes);
        return entry(method, route.pattern(), Optional.of(route), ruleOver(method, route.pattern()));
    }

    /** The entry of a rule for part of what a handler handles, or for what is no handler method. */
    private void addRule(
            String method, EndpointRule rule, Collection<List<HandlerRoute>> groups, HandlerEntries entries) {
        Optional<List<HandlerRoute>> covered = groups.stream()
                .filter(routes -> Patterns.covers(routes.get(0).pattern(), rule.pattern()))
                .min(Comparator.comparing(routes -> routes.get(0).pattern(), PathPattern.SPECIFICITY_COMPARATOR));
        covered.ifPresent(covering -> used.add(rule));
        EndpointEntry entry =
                entry(method, rule.pattern(), covered.map(routes -> chosen(method, routes)), Optional.of(rule));
        covered.ifPresentOrElse(routes -> entries.addPart(routes, entry), () -> entries.addOther(entry));
    }

    private EndpointEntry entry(
            String method, PathPattern pattern, Optional<HandlerRoute> handler, Optional<EndpointRule> rule) {
        ResolvedEndpoint endpoint = ResolvedEndpoint.of(method, handler, rule, factory.guardedByDefault(), guard);
        rule.filter(other -> endpoint.guarded() || other.exempts()).ifPresent(effective::add);
        Optional<HttpIdempotency> idempotency = endpoint.guarded()
                ? Optional.of(factory.create(method, pattern, handler, rule, endpoint))
                : Optional.empty();
        return new EndpointEntry(pattern, idempotency, endpoint.settings());
    }

    private Optional<EndpointRule> ruleOver(String method, PathPattern pattern) {
        Optional<EndpointRule> found = rules.stream()
                .filter(rule -> rule.appliesTo(method) && Patterns.covers(rule.pattern(), pattern))
                .findFirst();
        found.ifPresent(used::add);
        return found;
    }

    /** The representative of several handlers of one path: any of them, where their settings are equal. */
    private HandlerRoute chosen(String method, List<HandlerRoute> routes) {
        HandlerRoute first = routes.get(0);
        ResolvedEndpoint endpoint = alone(method, first);
        for (HandlerRoute other : routes) {
            if (!alone(method, other).isLike(endpoint)) {
                return outright(routes).orElseThrow(() -> toldApart(method, first, other));
            }
        }
        return first;
    }

    private ResolvedEndpoint alone(String method, HandlerRoute route) {
        return ResolvedEndpoint.of(method, Optional.of(route), Optional.empty(), factory.guardedByDefault(), guard);
    }

    /** One with a method comes before those without, where nothing else distinguishes them. */
    private static Optional<HandlerRoute> outright(List<HandlerRoute> routes) {
        List<HandlerRoute> naming =
                routes.stream().filter(route -> !route.methods().isEmpty()).toList();
        return naming.size() == 1 && routes.stream().noneMatch(HandlerRoute::conditional)
                ? Optional.of(naming.get(0))
                : Optional.empty();
    }

    private static CounterfoilStartUpException toldApart(String method, HandlerRoute one, HandlerRoute other) {
        return new CounterfoilStartUpException(
                one.settings().handler() + " and " + other.settings().handler() + " both handle " + method + " "
                        + one.pattern() + " with different settings: " + inWords(one) + " and "
                        + inWords(other)
                        + ". The settings of a request are determined only by its method and path.",
                "Give both the same settings, or different paths.");
    }

    private static String inWords(HandlerRoute route) {
        HandlerSettings settings = route.settings();
        return settings.exempt()
                ? "exempt"
                : settings.isAnnotated()
                        ? settings.settings().settings().asText().toString()
                        : "as by default";
    }
}
