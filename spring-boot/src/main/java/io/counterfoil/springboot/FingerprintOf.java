package io.counterfoil.springboot;

/** What of a request tells a retry from a mistake. */
public enum FingerprintOf {

    /** As the {@code HttpPolicy} says; {@link #BODY} unless the application has one of its own. */
    DEFAULT,

    /** The bytes of the body. */
    BODY,

    /** The bytes of the body, and the query as sent. */
    BODY_AND_QUERY,

    /** What the JSON of the body says, whatever its white space, the order of its members, the form of its numbers. */
    JSON,

    /** What the JSON of the body says, and the query as sent. */
    JSON_AND_QUERY,

    /** Nothing: any request under a used key is a duplicate. */
    NOTHING
}
