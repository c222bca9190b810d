package io.counterfoil.http.request;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.OperationName;

/** The operation of a request: within it, and within one client, a key is unique. Thread-safe. */
@FunctionalInterface
public interface KeyScope {

    /**
     * The method and the concrete path, without the query: the same key on another path is another request. Spellings of a path that servers find
     * one handler for are one path: percent-encodings, path parameters ({@code ;v=1}) and empty segments make no difference. A path that has a
     * percent-encoding that cannot be decoded, or a segment {@code .} or {@code ..}, is a 400.
     */
    KeyScope METHOD_AND_PATH = request -> operation("path", request.method() + " " + CanonicalPath.of(request.path()));

    /** The method and the same path with the query as sent, for endpoints whose query selects what is done. */
    KeyScope METHOD_PATH_AND_QUERY = request -> {
        OperationName path = METHOD_AND_PATH.of(request);
        return request.query()
                .map(query -> operation("query", path.value() + "?" + query))
                .orElse(path);
    };

    /**
     * {@return the operation of a request} Called before the client is resolved, so it should be quick.
     *
     * @param request the request's head
     * @throws InvalidIdentifierException when it is longer than {@value OperationName#MAX_BYTES} bytes of UTF-8, or unknown; its
     *     kind is the invalid header field, which is a 400, or a part of the target, which is a 414
     */
    OperationName of(RequestHead request);

    /**
     * Gives all requests of an endpoint one operation, whatever their path, or those of several endpoints that do the same thing.
     *
     * @param name the operation, 1 to {@value OperationName#MAX_BYTES} bytes of UTF-8
     * @return a scope with this one operation
     * @throws InvalidIdentifierException when the name is empty, too long or unreadable
     */
    static KeyScope named(String name) {
        OperationName operation = new OperationName(name);
        return request -> operation;
    }

    private static OperationName operation(String part, String text) {
        try {
            return new OperationName(text);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidIdentifierException(part, invalid.reason());
        }
    }
}
