package io.counterfoil.http;

import java.util.Locale;
import java.util.Set;

/**
 * How keyed requests are treated where the requirements leave a choice. An immutable value; start from {@link #DEFAULT}.
 *
 * @param names the header fields on the wire
 * @param methods the methods that are guarded, in capitals; a key on any other is ignored
 * @param keyRequired whether a guarded request without a key is refused (RQ-2)
 * @param maxBodyBytes the longest body of a keyed request, in bytes, at least 1; it is held in memory (RQ-15)
 * @param maxStoredBytes the longest response that is kept for duplicates, in bytes of its stored form (RQ-15)
 */
public record HttpPolicy(
        HeaderNames names, Set<String> methods, boolean keyRequired, int maxBodyBytes, int maxStoredBytes) {

    private static final Set<Integer> COME_BACK_LATER = Set.of(408, 425, 429);

    /** POST and PATCH, key optional, bodies and stored responses up to a mebibyte. */
    public static final HttpPolicy DEFAULT =
            new HttpPolicy(HeaderNames.DEFAULT, Set.of("POST", "PATCH"), false, 1 << 20, 1 << 20);

    /** @throws IllegalArgumentException when a limit is not positive, or a method is safe and needs no key */
    public HttpPolicy {
        methods = Set.copyOf(methods);
        if (maxBodyBytes < 1 || maxStoredBytes < 1) {
            throw new IllegalArgumentException("limits must be at least 1, but maxBodyBytes is " + maxBodyBytes
                    + " and maxStoredBytes is " + maxStoredBytes);
        }
        for (String method : methods) {
            if (Set.of("GET", "HEAD", "OPTIONS", "TRACE").contains(method.toUpperCase(Locale.ROOT))) {
                throw new IllegalArgumentException(method + " is safe to repeat and cannot be guarded: remove it");
            }
        }
    }

    /** The same with these limits, in bytes. */
    public HttpPolicy withLimits(int maxBodyBytes, int maxStoredBytes) {
        return new HttpPolicy(names, methods, keyRequired, maxBodyBytes, maxStoredBytes);
    }

    /** The same with a key required, or not. */
    public HttpPolicy withKeyRequired(boolean keyRequired) {
        return new HttpPolicy(names, methods, keyRequired, maxBodyBytes, maxStoredBytes);
    }

    /**
     * Whether a response of this status is kept for duplicates (RQ-14): what succeeded, and refusals that would be the
     * same again. Not what a later try may find changed.
     */
    boolean remembers(int status) {
        return status < 500 && !COME_BACK_LATER.contains(status);
    }
}
