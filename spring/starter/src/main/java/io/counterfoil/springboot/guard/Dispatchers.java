package io.counterfoil.springboot.guard;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.ApplicationContext;
import org.springframework.web.servlet.support.RequestContextUtils;

/** The parts of each of the application's servlets of Spring, found when a first request needs them. Thread-safe. */
final class Dispatchers {

    private final Map<ApplicationContext, Dispatcher> byContext = new ConcurrentHashMap<>();

    /** That of the servlet which handles the request. */
    Dispatcher of(HttpServletRequest request) {
        ApplicationContext context = RequestContextUtils.findWebApplicationContext(request);
        if (context == null) {
            throw new IllegalStateException("a guarded handler can be invoked only by Spring's DispatcherServlet");
        }
        Dispatcher known = byContext.get(context);
        return known != null ? known : byContext.computeIfAbsent(context, Dispatcher::of);
    }
}
