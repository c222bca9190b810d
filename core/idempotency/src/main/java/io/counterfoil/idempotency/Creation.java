package io.counterfoil.idempotency;

/**
 * An object found or made under its data key.
 *
 * @param <T> the object's type
 * @param value the object as it now is
 * @param existed whether it had been made before: the request was a duplicate
 */
public record Creation<T>(T value, boolean existed) {}
