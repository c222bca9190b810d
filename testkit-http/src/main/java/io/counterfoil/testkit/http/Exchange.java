package io.counterfoil.testkit.http;

import io.counterfoil.http.HttpIdempotency;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.RequestHead;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/**
 * A request and its answer as a handler of the server under test has them, in neutral terms; an adapter's test implements it over the
 * native objects that the adapter hands to handlers, and adds nothing of its own.
 *
 * <p>For one thread at a time. A handler responds by one of {@link #respond}, {@link #begin} and {@link #sendError}, once.
 */
public interface Exchange extends RequestHead {

    /** The head of the native request, which is asked again each time and not remembered. */
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

    /** The native stream of the body. */
    InputStream body() throws IOException;

    /** The right under which the handler runs, as the adapter offers it to handlers; empty for a request that is not guarded. */
    Optional<HttpIdempotency.KeyedExecution> execution();

    /** Answers with a body whose length is known before it is sent. */
    void respond(int status, List<HeaderField> fields, byte[] body) throws IOException;

    /**
     * Begins an answer whose length is not known: the body follows in pieces, each of which may be flushed.
     *
     * @return the native stream; the scenario closes it
     */
    OutputStream begin(int status, List<HeaderField> fields) throws IOException;

    /** Answers by the server's own way to say that something is wrong; only with {@link Feature#SEND_ERROR}. */
    default void sendError(int status, String message) throws IOException {
        throw new UnsupportedOperationException("this server has no error answers of its own");
    }

    /** The values of a parameter of the query or of a form body, in order; only with {@link Feature#FORMS}. */
    default List<String> parameters(String name) throws IOException {
        throw new UnsupportedOperationException("this server does not parse forms");
    }

    /** The content of a part of a multipart body; only with {@link Feature#MULTIPART}. */
    default Optional<byte[]> part(String name) throws Exception {
        throw new UnsupportedOperationException("this server does not parse multipart bodies");
    }
}
