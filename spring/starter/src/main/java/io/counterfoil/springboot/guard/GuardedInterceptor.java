package io.counterfoil.springboot.guard;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.servlet.AsyncHandlerInterceptor;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;

/** An interceptor of the application, which sees the real handler. */
record GuardedInterceptor(HandlerInterceptor real, GuardedHandler.Found found) implements AsyncHandlerInterceptor {

    /** Spring looks for the one of CORS in the chain, and it does not look at handlers. */
    static boolean isWrapped(HandlerInterceptor interceptor) {
        return !(interceptor instanceof CorsConfigurationSource);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws Exception {
        return real.preHandle(request, response, found.handler());
    }

    @Override
    public void postHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable ModelAndView view)
            throws Exception {
        if (!found.isGuarded()) {
            real.postHandle(request, response, found.handler(), view);
        }
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure)
            throws Exception {
        real.afterCompletion(request, response, found.handler(), failure);
    }

    /** What Spring's log lines name an interceptor by. */
    @Override
    public String toString() {
        return real.toString();
    }

    @Override
    public void afterConcurrentHandlingStarted(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws Exception {
        if (real instanceof AsyncHandlerInterceptor async) {
            async.afterConcurrentHandlingStarted(request, response, found.handler());
        }
    }
}
