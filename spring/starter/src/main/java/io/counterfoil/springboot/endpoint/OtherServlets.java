package io.counterfoil.springboot.endpoint;

import io.counterfoil.http.Endpoints;
import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.servlet.ServletRequestHead;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.util.ClassUtils;
import org.springframework.web.servlet.DispatcherServlet;

/** Requests of servlets beside Spring's, which has the guard at its handlers. Thread-safe. */
final class OtherServlets implements Endpoints {

    private final Endpoints endpoints;
    private final Map<String, Boolean> springs = new ConcurrentHashMap<>();

    OtherServlets(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    @Override
    public Optional<HttpIdempotency> of(RequestHead request) {
        return request instanceof ServletRequestHead head && isOther(head.request())
                ? endpoints.of(request)
                : Optional.empty();
    }

    private boolean isOther(HttpServletRequest request) {
        String name = request.getHttpServletMapping().getServletName();
        return name != null
                && !springs.computeIfAbsent(name, servlet -> isSprings(servlet, request.getServletContext()));
    }

    /** Also where the servlet is unknown, as in a test without a container. */
    private static boolean isSprings(String name, ServletContext context) {
        ServletRegistration registration = context.getServletRegistration(name);
        if (registration == null) {
            return true;
        }
        Class<?> type = ClassUtils.resolveClassName(registration.getClassName(), context.getClassLoader());
        return DispatcherServlet.class.isAssignableFrom(type);
    }
}
