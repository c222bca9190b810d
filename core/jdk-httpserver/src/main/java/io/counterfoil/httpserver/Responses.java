package io.counterfoil.httpserver;

import com.sun.net.httpserver.HttpExchange;
import io.counterfoil.http.message.Response;
import java.io.IOException;
import java.io.OutputStream;

/** Writes neutral responses to native ones. */
final class Responses {

    /** As the server has it: the length of a response without a body, where 0 means that it is unknown. */
    private static final long NO_BODY = -1;

    private Responses() {}

    /** Sends status and body, under the fields that the exchange has. */
    static void send(Response response, HttpExchange exchange) throws IOException {
        if (response.bodyLength() == 0 || hasNoBody(response.status())) {
            exchange.sendResponseHeaders(response.status(), NO_BODY);
            exchange.close();
            return;
        }
        exchange.sendResponseHeaders(response.status(), response.bodyLength());
        try (OutputStream stream = exchange.getResponseBody()) {
            response.writeBodyTo(stream);
            // Before it ends the exchange the server waits for what the client is still to send.
            stream.flush();
        }
    }

    static boolean hasNoBody(int status) {
        return status < 200 || status == 204 || status == 304;
    }
}
