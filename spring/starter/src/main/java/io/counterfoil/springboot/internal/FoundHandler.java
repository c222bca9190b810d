package io.counterfoil.springboot.internal;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * The handler that Spring has found for a request.
 *
 * @param key the method and its pattern; empty where the handler is no method
 * @param path the path within the application that identifies the resource: the handler's pattern with its variables
 */
public record FoundHandler(Optional<HandlerKey> key, String path) {

    private static final String ATTRIBUTE = FoundHandler.class.getName();

    /** That of a request; empty where Spring does not handle it. */
    public static Optional<FoundHandler> of(HttpServletRequest request) {
        return Optional.ofNullable((FoundHandler) request.getAttribute(ATTRIBUTE));
    }

    public void exposeIn(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }
}
