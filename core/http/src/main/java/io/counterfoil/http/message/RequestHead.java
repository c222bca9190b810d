package io.counterfoil.http.message;

import java.util.List;
import java.util.Optional;

/** A request before its body is read; an adapter's view of its native request. */
public interface RequestHead {

    /** The method, in capitals as sent. */
    String method();

    /** The concrete path as sent, without the query: {@code /v1/ledgers/ldg_01h45/transactions}. */
    String path();

    /** The query as sent, without the question mark; empty where there is none. */
    Optional<String> query();

    /** The values of all lines of a header field, in order; empty where there is none. The name's case is ignored. */
    List<String> headers(String name);

    /** The name of the authenticated principal, as the server or a filter in front has established it; empty for none. */
    Optional<String> principal();
}
