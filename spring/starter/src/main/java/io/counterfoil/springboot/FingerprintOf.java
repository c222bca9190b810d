package io.counterfoil.springboot;

/** The part of a request that distinguishes a retry from a mistake. */
public enum FingerprintOf {

    /** That of the {@code HttpPolicy}; {@link #BODY} unless the application has one of its own. */
    DEFAULT,

    /** The bytes of the body. */
    BODY,

    /** The bytes of the body, and the query as sent. */
    BODY_AND_QUERY,

    /** The JSON of the body in canonical form: white space, the order of members and the form of numbers do not matter. */
    JSON,

    /** The JSON of the body in canonical form, and the query as sent. */
    JSON_AND_QUERY,

    /** Nothing: any request under a used key is a duplicate. */
    NOTHING
}
