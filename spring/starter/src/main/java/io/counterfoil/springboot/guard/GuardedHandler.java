package io.counterfoil.springboot.guard;

import java.util.ArrayList;
import java.util.List;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerInterceptor;

/** What Spring invokes in place of the handler of a request that may have a key. One for each request. */
interface GuardedHandler {

    Found found();

    /** The chain of such a handler: the interceptors are the real ones, in their order. */
    static HandlerExecutionChain chain(HandlerExecutionChain real) {
        Found found = new Found(real.getHandler(), real.getInterceptorList());
        Object handler =
                real.getHandler() instanceof HandlerMethod method ? new OfMethod(method, found) : new OfOther(found);
        List<HandlerInterceptor> interceptors =
                new ArrayList<>(found.interceptors().size());
        for (HandlerInterceptor interceptor : found.interceptors()) {
            interceptors.add(
                    GuardedInterceptor.isWrapped(interceptor)
                            ? new GuardedInterceptor(interceptor, found)
                            : interceptor);
        }
        return new HandlerExecutionChain(handler, interceptors);
    }

    /** What Spring has found, and whether the guard has invoked it. */
    final class Found {

        private final Object handler;
        private final List<HandlerInterceptor> interceptors;
        private boolean guarded;

        Found(Object handler, List<HandlerInterceptor> interceptors) {
            this.handler = handler;
            this.interceptors = interceptors;
        }

        Object handler() {
            return handler;
        }

        List<HandlerInterceptor> interceptors() {
            return interceptors;
        }

        /** Whether the response is the guard's: interceptors of a handler that ran have been called. */
        boolean isGuarded() {
            return guarded;
        }

        void markGuarded() {
            guarded = true;
        }
    }

    /** A handler method, to everything that looks at the chain. */
    final class OfMethod extends HandlerMethod implements GuardedHandler {

        private final Found found;

        private OfMethod(HandlerMethod method, Found found) {
            super(method);
            this.found = found;
        }

        @Override
        public Found found() {
            return found;
        }
    }

    /** Any other handler. */
    record OfOther(Found found) implements GuardedHandler {}
}
