package io.counterfoil.springboot.internal;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/** Tells before a handler is looked for whether a request may have a key, or need one. */
@FunctionalInterface
public interface KeyCandidates {

    /** Every request of a method that can be guarded at all. */
    KeyCandidates UNSAFE = request -> !Set.of("GET", "HEAD", "OPTIONS", "TRACE").contains(request.getMethod());

    /** False only where the request passes untouched, whatever its handler. */
    boolean mayBeGuarded(HttpServletRequest request);
}
