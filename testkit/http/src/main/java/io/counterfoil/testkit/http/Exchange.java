package io.counterfoil.testkit.http;

import io.counterfoil.http.KeyedExecution;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.RequestHead;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * A request and its response as the handler of the server under test sees them, in neutral terms. The test of an
 * adapter implements it on the native objects that the adapter passes to handlers, without logic of its own.
 *
 * <p>Not thread-safe. A handler responds once, by {@link #respond}, {@link #begin} or {@link #sendError}.
 */
public interface Exchange extends RequestHead {

    /** {@return the head of the native request, read again on every call} */
    RequestHead head();

    @Override
    default String method() {
        return head().method();
    }

    @Override
    default String path() {
        return head().path();
    }

    @Override
    default Optional<String> query() {
        return head().query();
    }

    @Override
    default List<String> headers(String name) {
        return head().headers(name);
    }

    @Override
    default Optional<String> principal() {
        return head().principal();
    }

    /** {@return the native stream of the body} */
    InputStream body() throws IOException;

    /** {@return the execution of a guarded request, as the adapter offers it to handlers; empty if the request is not guarded} */
    Optional<KeyedExecution> execution();

    /** Responds with a body of known length. */
    void respond(int status, List<HeaderField> fields, byte[] body) throws IOException;

    /**
     * Begins a response of unknown length, whose body may be flushed in pieces.
     *
     * @return the native stream, which the scenario closes
     */
    OutputStream begin(int status, List<HeaderField> fields) throws IOException;

    /** Responds with the server's own error response; requires {@link Feature#SEND_ERROR}. */
    default void sendError(int status, String message) throws IOException {
        throw new UnsupportedOperationException("this server has no error responses");
    }

    /** {@return the values of a parameter of the query or of a form body, in order; requires {@link Feature#FORMS}} */
    default List<String> parameters(String name) throws IOException {
        throw new UnsupportedOperationException("this server does not parse forms");
    }

    /** {@return the content of a part of a multipart body; requires {@link Feature#MULTIPART}} */
    default Optional<byte[]> part(String name) throws Exception {
        throw new UnsupportedOperationException("this server does not parse multipart bodies");
    }
}
