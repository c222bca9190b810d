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
 */
public record HttpPolicy(HeaderNames names, Set<String> methods, boolean keyRequired, int maxBodyBytes) {

    private static final Set<Integer> COME_BACK_LATER = Set.of(408, 425, 429);

    /** POST and PATCH, key optional, bodies up to a mebibyte. */
    public static final HttpPolicy DEFAULT =
            new HttpPolicy(HeaderNames.DEFAULT, Set.of("POST", "PATCH"), false, 1 << 20);

    /** @throws IllegalArgumentException when the limit is not positive, or a method is safe and needs no key */
    public HttpPolicy {
        methods = Set.copyOf(methods);
        if (maxBodyBytes < 1) {
            throw new IllegalArgumentException("maxBodyBytes must be at least 1, but is " + maxBodyBytes);
        }
        for (String method : methods) {
            if (Set.of("GET", "HEAD", "OPTIONS", "TRACE").contains(method.toUpperCase(Locale.ROOT))) {
                throw new IllegalArgumentException(method + " is safe to repeat and cannot be guarded: remove it");
            }
        }
    }

    /** The same with this longest body, in bytes. */
    public HttpPolicy withMaxBodyBytes(int maxBodyBytes) {
        return new HttpPolicy(names, methods, keyRequired, maxBodyBytes);
    }

    /** The same with a key required, or not. */
    public HttpPolicy withKeyRequired(boolean keyRequired) {
        return new HttpPolicy(names, methods, keyRequired, maxBodyBytes);
    }

    /** What a response says of the work behind it (RQ-14). */
    static Fate fate(Response response) {
        int status = response.status();
        if (status >= 500) {
            return Fate.FAILED;
        }
        if (status < 400) {
            return Fate.DONE;
        }
        boolean later = COME_BACK_LATER.contains(status)
                || response.header("Retry-After").isPresent();
        return later ? Fate.NOT_DONE : Fate.REFUSED;
    }

    /** What becomes of the work behind a response. */
    enum Fate {
        /** It succeeded: duplicates get this response. */
        DONE,
        /** It was refused in a way that would be the same again: duplicates get this response where refusals are remembered. */
        REFUSED,
        /** It was put off before anything was done: the next try does it. */
        NOT_DONE,
        /** It broke off somewhere, as with an exception: a transaction is rolled back, an effect elsewhere is unknown. */
        FAILED
    }
}
