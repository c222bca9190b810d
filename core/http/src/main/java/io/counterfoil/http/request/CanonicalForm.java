package io.counterfoil.http.request;

import java.util.Optional;

/** Turns a body into the form whose bytes count, so that two ways of writing the same thing are one request. */
@FunctionalInterface
public interface CanonicalForm {

    /**
     * {@return the canonical form; empty where the body cannot be read, whose bytes count then as they are}
     *
     * @param body the bytes of the body; neither modified nor retained
     */
    Optional<byte[]> of(byte[] body);
}
