package io.counterfoil.testkit.http;

/**
 * Optional features of an adapter. Scenarios of an absent feature are reported as skipped, with the name of the
 * feature.
 */
public enum Feature {

    /** The server responds with 500 when a handler throws; without the feature, it only closes the connection. */
    ANSWERS_FAILURES,

    /** {@link Exchange#sendError}: the server has its own error responses. */
    SEND_ERROR,

    /** {@link Exchange#parameters}: the server parses {@code application/x-www-form-urlencoded} bodies. */
    FORMS,

    /** {@link Exchange#part}: the server parses {@code multipart/form-data} bodies. */
    MULTIPART,

    /** The adapter provides the authenticated principal; see {@link ContractServer#PRINCIPAL_FIELD}. */
    PRINCIPAL,

    /** A correlation filter runs before the adapter, as in a service. */
    CORRELATION
}
