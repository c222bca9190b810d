package io.counterfoil.http.message;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.List;
import java.util.Optional;

/** A request before its body is read; an adapter's view of its native request. */
public interface RequestHead {

    /** {@return the method, in capitals as sent} */
    String method();

    /** {@return the concrete path as sent, without the query: {@code /v1/ledgers/ldg_01h45/transactions}} */
    String path();

    /** {@return the query as sent, without the question mark; empty where there is none} */
    Optional<String> query();

    /**
     * {@return the values of all lines of a header field, in order; empty where there is none} The name's case is ignored.
     *
     * @param name the field's name
     */
    List<String> headers(String name);

    /**
     * {@return the value of a header field that has one value; empty where there is none} Two lines of it are refused also where they say the same: a
     * proxy may join them (RFC 9110, section 5.3), and the meaning of a request must not depend on that.
     *
     * @param name the field's name, in any case
     * @throws InvalidIdentifierException when it is sent more than once; its kind is the field's name
     */
    default Optional<String> singleHeader(String name) {
        List<String> values = headers(name);
        if (values.size() > 1) {
            throw new InvalidIdentifierException(name, "is sent " + values.size() + " times; it must be sent once");
        }
        return values.stream().findFirst();
    }

    /** {@return the name of the authenticated principal, as the server or a filter in front has established it; empty for none} */
    Optional<String> principal();
}
