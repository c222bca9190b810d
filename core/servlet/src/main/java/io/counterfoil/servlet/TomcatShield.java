package io.counterfoil.servlet;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Keeps Tomcat from finishing a response that is kept back.
 *
 * <p>After a forward Tomcat looks through all wrappers for its own response and shuts it, so that nothing written later would ever be
 * sent; what a wrapper has kept back is lost. Behind something that is neither a wrapper nor its own it does not look, and closes the
 * outermost response instead, as the specification has it. Jetty and Undertow in contrast reject a response in which they do not
 * find their own; so only Tomcat's is shielded.
 */
final class TomcatShield {

    private static final String TOMCAT = "org.apache.catalina.";

    private TomcatShield() {}

    /** The same response, found no more where it is one of Tomcat's. */
    static HttpServletResponse before(HttpServletResponse target) {
        return innermost(target).getClass().getName().startsWith(TOMCAT) ? shielded(target) : target;
    }

    /** The container's own, inside all wrappers. */
    static ServletResponse innermost(HttpServletResponse target) {
        ServletResponse innermost = target;
        while (innermost instanceof ServletResponseWrapper wrapper) {
            innermost = wrapper.getResponse();
        }
        return innermost;
    }

    private static HttpServletResponse shielded(HttpServletResponse target) {
        return (HttpServletResponse) Proxy.newProxyInstance(
                TomcatShield.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.invoke(target, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
