package io.counterfoil.springboot.settings;

/** Which requests are guarded. */
public enum Guard {

    /** Each POST and PATCH, unless it is exempt. */
    ALL,

    /** Those of handlers with {@link io.counterfoil.springboot.Idempotent}, and of endpoints that are enabled by configuration or code. */
    ANNOTATED,

    /** None: keys of requests have no effect. Messages, the outbox, methods with {@code OncePerKey} and the purge are not affected. */
    NONE
}
