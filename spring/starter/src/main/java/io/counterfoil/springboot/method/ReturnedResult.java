package io.counterfoil.springboot.method;

import org.jspecify.annotations.Nullable;

/** A result; {@code null} is one, too. */
record ReturnedResult(@Nullable Object value) {}
