package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.internal.HandlerPatterns;
import io.counterfoil.springboot.settings.CounterfoilProperties;
import io.counterfoil.springboot.settings.EndpointSettings;
import jakarta.servlet.ServletContext;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.webmvc.actuate.endpoint.web.AbstractWebMvcEndpointHandlerMapping;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The settings of all endpoints of the application: by annotations, by properties, by code. */
record ApplicationEndpoints(WebApplicationContext context, CounterfoilProperties properties) {

    /** @throws CounterfoilStartUpException when something of it cannot be, or contradicts something else */
    EndpointTable table(HttpIdempotencyFactory factory) {
        String servletPrefix = context.getBeanProvider(DispatcherServletPath.class).stream()
                .map(DispatcherServletPath::getPrefix)
                .findFirst()
                .orElse("");
        return new EndpointTableBuilder(
                        handlers(),
                        operations(),
                        rules(),
                        factory.below(servletPrefix).with(patterns()),
                        properties.guard())
                .build();
    }

    String contextPath() {
        ServletContext servlets = context.getServletContext();
        return servlets == null ? "" : servlets.getContextPath();
    }

    private HandlerPatterns patterns() {
        return HandlerPatterns.of(context.getBeanProvider(RequestMappingHandlerMapping.class)
                .orderedStream()
                .toList());
    }

    private List<HandlerRoute> handlers() {
        return routes(RequestMappingHandlerMapping.class);
    }

    /** What the actuator does on requests, where it has no port of its own. */
    private List<HandlerRoute> operations() {
        return routes(AbstractWebMvcEndpointHandlerMapping.class);
    }

    private List<HandlerRoute> routes(Class<? extends RequestMappingInfoHandlerMapping> mappings) {
        return context.getBeanProvider(mappings)
                .orderedStream()
                .flatMap(mapping -> HandlerRoute.of(mapping).stream())
                .toList();
    }

    private List<EndpointRule> rules() {
        EndpointsCustomizer.Rules rules = new EndpointsCustomizer.Rules();
        for (int i = 0; i < properties.endpoints().size(); i++) {
            configured(
                    rules,
                    "counterfoil.endpoints[" + i + "]",
                    properties.endpoints().get(i));
        }
        context.getBeansOfType(EndpointsCustomizer.class).forEach((name, customizer) -> {
            rules.from("the EndpointsCustomizer " + name);
            customizer.customize(rules);
        });
        return rules.all();
    }

    private static void configured(EndpointsCustomizer.Rules rules, String name, EndpointSettings endpoint) {
        String path = endpoint.path();
        if (path == null) {
            throw new CounterfoilStartUpException(
                    name + " has no path.", "Set " + name + ".path, such as to /v1/transfers/**.");
        }
        rules.from(name);
        rules.at(path, endpoint);
    }

    /** A source of settings, in words; empty where there is none. */
    Optional<String> anySource() {
        Optional<String> annotated = handlers().stream()
                .map(HandlerRoute::settings)
                .filter(settings -> settings.onMethod() || !settings.settings().isEmpty())
                .map(settings -> "@Idempotent on " + settings.handler())
                .findFirst();
        return annotated.or(() -> rules().stream()
                .filter(rule -> !rule.exempts())
                .map(EndpointRule::origin)
                .findFirst());
    }
}
