package io.counterfoil.springboot.guard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Lets the failure of a guarded request through to the container: the application's resolvers were asked inside its unit of work, and what they
 * did not resolve, or what is the guard's own, is not theirs. Before all of them. Thread-safe.
 */
final class UnresolvedFailures implements HandlerExceptionResolver, PriorityOrdered {

    private static final String ATTRIBUTE = UnresolvedFailures.class.getName();

    static void mark(Throwable failure, HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, failure);
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        Object unresolved = request.getAttribute(ATTRIBUTE);
        // Spring wraps an Error.
        if (unresolved != null && (unresolved == failure || unresolved == failure.getCause())) {
            request.removeAttribute(ATTRIBUTE);
            UnresolvedFailures.<RuntimeException>rethrow(failure);
        }
        return null;
    }

    /** As it is: the interface has no checked exceptions, but Spring passes them on. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // The cast is erased; nothing is returned.
    private static <X extends Exception> void rethrow(Exception failure) throws X {
        throw (X) failure;
    }
}
