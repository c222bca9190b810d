package io.counterfoil.springboot.internal;

import jakarta.servlet.http.HttpServletRequest;

/** Tells before a handler is looked for whether a request may have a key, or need one. */
@FunctionalInterface
public interface KeyCandidates {

    /** Every request. */
    KeyCandidates ALL = request -> true;

    /** False only where the request passes untouched, whatever its handler. */
    boolean mayBeGuarded(HttpServletRequest request);
}
