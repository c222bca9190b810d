package io.counterfoil.springboot.settings;

/** How clients are identified. */
public enum ClientKind {

    /** The authenticated principal. */
    PRINCIPAL,

    /** A header field that the client, or a gateway in front, sets. */
    HEADER,

    /** The owner of the API key in a header field, found by a bean of type {@link io.counterfoil.springboot.ApiKeyOwners}. */
    API_KEY,

    /** Nothing: all requests share one scope. */
    NONE
}
