package io.counterfoil.testkit.http;

/** What an adapter under test may have or not. A scenario of one that it has not is reported as skipped, with the feature's name. */
public enum Feature {

    /** The server answers 500 where a handler throws; one without only closes the connection. */
    ANSWERS_FAILURES,

    /** {@link Exchange#sendError}: the server has error answers of its own. */
    SEND_ERROR,

    /** {@link Exchange#parameters}: the server parses {@code application/x-www-form-urlencoded} bodies. */
    FORMS,

    /** {@link Exchange#part}: the server parses {@code multipart/form-data} bodies. */
    MULTIPART,

    /** The adapter knows the authenticated principal; see {@link ContractServer#PRINCIPAL_FIELD}. */
    PRINCIPAL,

    /** A correlation filter stands in front of the adapter, as a service would have it. */
    CORRELATION
}
