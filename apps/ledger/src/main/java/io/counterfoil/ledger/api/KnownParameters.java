package io.counterfoil.ledger.api;

import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Text;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/** Rejects a request with a query parameter that its handler does not declare. Thread-safe. */
final class KnownParameters implements HandlerInterceptor {

    private final Map<Method, Set<String>> known = new ConcurrentHashMap<>();

    /** @throws InvalidFieldException when there is an undeclared parameter; names it */
    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (request.getQueryString() != null && handler instanceof HandlerMethod method) {
            Set<String> names = known.computeIfAbsent(method.getMethod(), KnownParameters::namesOf);
            request.getParameterMap().keySet().stream()
                    .filter(name -> !names.contains(name) && !isOfAnEntity(name, request, method))
                    .findFirst()
                    .ifPresent(name -> {
                        throw new InvalidFieldException(Text.nameable(name), "is unknown");
                    });
        }
        return true;
    }

    private static boolean isOfAnEntity(String name, HttpServletRequest request, HandlerMethod method) {
        return name.equals(EntityArguments.REFERENCE) && EntityArguments.isByReference(request, method.getMethod());
    }

    private static Set<String> namesOf(Method handler) {
        return Stream.of(handler.getParameters())
                .flatMap(parameter -> Stream.of(parameter.getAnnotationsByType(RequestParam.class))
                        .map(declared -> declared.name().isEmpty() ? parameter.getName() : declared.name()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
