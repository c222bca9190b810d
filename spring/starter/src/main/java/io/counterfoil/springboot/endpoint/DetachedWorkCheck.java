package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.internal.DetachedWork;
import java.lang.reflect.Method;
import org.springframework.util.ClassUtils;

/**
 * Refuses handlers at start-up whose work would not be over when they return.
 */
final class DetachedWorkCheck {

    private DetachedWorkCheck() {}

    static void refuse(HandlerRoute route, String httpMethod) {
        Method method = route.handler().getMethod();
        Class<?> type = ClassUtils.getUserClass(route.handler().getBeanType());
        DetachedWork.of(method, type).ifPresent(how -> {
            throw unfinished(route, httpMethod, how);
        });
    }

    private static CounterfoilStartUpException unfinished(HandlerRoute route, String httpMethod, String how) {
        return new CounterfoilStartUpException(
                route.settings().handler() + " handles " + httpMethod + " " + route.pattern() + ", and " + how
                        + ": its record is written when it returns.",
                "Return the value itself, on a virtual thread for example; make the work a long-running operation; or exempt the"
                        + " method with @NotIdempotent. With counterfoil.guard=annotated only handlers with @Idempotent are guarded.");
    }
}
