package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.EndpointSettings.Mode;
import io.counterfoil.springboot.internal.DetachedWork;
import java.lang.reflect.Method;
import org.springframework.util.ClassUtils;

/**
 * Refuses handlers at start-up whose work would not be over when they return, or would not be in the transaction that keeps the
 * record.
 */
final class DetachedWorkCheck {

    private DetachedWorkCheck() {}

    static void refuse(HandlerRoute route, String httpMethod, Mode mode) {
        Method method = route.handler().getMethod();
        Class<?> type = ClassUtils.getUserClass(route.handler().getBeanType());
        if (mode == Mode.LEASE) {
            DetachedWork.later(method, type).ifPresent(how -> {
                throw unfinished(route, httpMethod, how);
            });
        } else {
            DetachedWork.of(method, type).ifPresent(how -> {
                throw outside(route, httpMethod, how);
            });
        }
    }

    private static CounterfoilStartUpException outside(HandlerRoute route, String httpMethod, String how) {
        return new CounterfoilStartUpException(
                route.settings().handler() + " handles " + httpMethod + " " + route.pattern()
                        + " in transactional mode, and " + how
                        + ": that is not in the transaction that keeps the record.",
                "Either return the value itself, in the existing transaction, or exempt the method with "
                        + "@NotIdempotent. Where the effect and the record need not commit together, @Idempotent(mode = "
                        + "Mode.LEASE) or counterfoil.endpoints[…].mode allows a" + " transaction of its own.");
    }

    private static CounterfoilStartUpException unfinished(HandlerRoute route, String httpMethod, String how) {
        return new CounterfoilStartUpException(
                route.settings().handler() + " handles " + httpMethod + " " + route.pattern() + ", and " + how
                        + ": its record is written when it returns.",
                "Return the value itself, on a virtual thread for example; make the work a long-running operation; or exempt the"
                        + " method with @NotIdempotent.");
    }
}
