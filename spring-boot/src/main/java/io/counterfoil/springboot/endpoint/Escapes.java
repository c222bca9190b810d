package io.counterfoil.springboot.endpoint;

import io.counterfoil.springboot.CounterfoilStartUpException;
import io.counterfoil.springboot.Mode;
import io.counterfoil.springboot.escape.Escape;
import java.lang.reflect.Method;
import org.springframework.util.ClassUtils;

/**
 * Refuses, at start-up and by name, handlers whose work would not be in the transaction that keeps the record. Under a lease it
 * may go on when they have returned, as long as the response has an end.
 */
final class Escapes {

    private Escapes() {}

    static void refuse(HandlerRoute route, String httpMethod, Mode mode) {
        Method method = route.handler().getMethod();
        Class<?> type = ClassUtils.getUserClass(route.handler().getBeanType());
        switch (mode) {
            case TRANSACTIONAL ->
                Escape.of(method, type).ifPresent(how -> {
                    throw outside(route, httpMethod, how);
                });
            case LEASE ->
                Escape.stream(method, type).ifPresent(stream -> {
                    throw endless(route, httpMethod, stream);
                });
        }
    }

    private static CounterfoilStartUpException outside(HandlerRoute route, String httpMethod, String how) {
        return new CounterfoilStartUpException(
                route.settings().handler() + " handles " + httpMethod + " " + route.pattern()
                        + " in transactional mode, and " + how
                        + ": that is not in the transaction that keeps the record.",
                "One of three: return the value itself, in the transaction that there is; set the mode to lease, by"
                        + " @Idempotent(mode = Mode.LEASE) or counterfoil.endpoints[…].mode, where effect and record need not be"
                        + " one; or exempt the method with @NotIdempotent.");
    }

    private static CounterfoilStartUpException endless(HandlerRoute route, String httpMethod, Class<?> stream) {
        return new CounterfoilStartUpException(
                route.settings().handler() + " handles " + httpMethod + " " + route.pattern() + ", and returns "
                        + stream.getSimpleName()
                        + ": what is sent piece by piece cannot be held back until its record is written.",
                "Return a value that has an end, such as a list, or exempt the method with @NotIdempotent.");
    }
}
