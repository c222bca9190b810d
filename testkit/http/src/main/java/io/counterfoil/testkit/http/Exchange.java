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

    /**
     * {@return the native stream of the body}
     *
     * @throws IOException when the server cannot provide it
     */
    InputStream body() throws IOException;

    /** {@return the execution of a guarded request, as the adapter offers it to handlers; empty if the request is not guarded} */
    Optional<KeyedExecution> execution();

    /**
     * Responds with a body of known length.
     *
     * @param status the status code
     * @param fields header fields in addition to those that the server adds
     * @param body the whole body; may be empty
     * @throws IOException when the connection failed
     */
    void respond(int status, List<HeaderField> fields, byte[] body) throws IOException;

    /**
     * Begins a response of unknown length, whose body may be flushed in pieces.
     *
     * @param status the status code
     * @param fields header fields in addition to those that the server adds
     * @return the native stream, which the scenario closes
     * @throws IOException when the connection failed
     */
    OutputStream begin(int status, List<HeaderField> fields) throws IOException;

    /**
     * Responds with the server's own error response; requires {@link Feature#SEND_ERROR}.
     *
     * @param status the status code
     * @param message for the error page
     * @throws IOException when the connection failed
     */
    default void sendError(int status, String message) throws IOException {
        throw new UnsupportedOperationException("this server has no error responses");
    }

    /**
     * {@return the values of a parameter of the query or of a form body, in order; requires {@link Feature#FORMS}}
     *
     * @param name of the parameter
     * @throws IOException when the body cannot be read
     */
    default List<String> parameters(String name) throws IOException {
        throw new UnsupportedOperationException("this server does not parse forms");
    }

    /**
     * {@return the content of a part of a multipart body, empty without such a part; requires {@link Feature#MULTIPART}}
     *
     * @param name of the part
     * @throws Exception when the body cannot be read or parsed
     */
    default Optional<byte[]> part(String name) throws Exception {
        throw new UnsupportedOperationException("this server does not parse multipart bodies");
    }
}
