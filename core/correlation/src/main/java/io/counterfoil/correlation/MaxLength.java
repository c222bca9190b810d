package io.counterfoil.correlation;

import org.jspecify.annotations.Nullable;

/** Reads how long an id may be. */
final class MaxLength {

    /** A fresh root and a few extensions must fit; a header line must hold it. */
    private static final int LEAST = 32;

    private static final int MOST = 1024;

    private MaxLength() {}

    static int of(@Nullable String setting) {
        if (setting == null) {
            return CorrelationId.DEFAULT_MAX_LENGTH;
        }
        int length = number(setting);
        if (length < LEAST || length > MOST) {
            throw refused();
        }
        return length;
    }

    private static int number(String setting) {
        try {
            return Integer.parseInt(setting);
        } catch (NumberFormatException notANumber) {
            throw refused();
        }
    }

    private static IllegalArgumentException refused() {
        return new IllegalArgumentException("the system property %s must be a whole number between %s and %s"
                .formatted(CorrelationId.MAX_LENGTH_PROPERTY, LEAST, MOST));
    }
}
