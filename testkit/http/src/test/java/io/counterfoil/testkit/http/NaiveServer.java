package io.counterfoil.testkit.http;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Problem;
import io.counterfoil.http.message.Response;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A minimal server with one thread per connection, so that the contract is tested without another server. */
final class NaiveServer implements ContractServer {

    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding", "connection");

    private final ServerSocket listening;
    private final NaiveAdapter adapter;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    NaiveServer(NaiveAdapter adapter) throws IOException {
        this.adapter = adapter;
        this.listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    @Override
    public URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket connection : connections) {
            connection.close();
        }
        threads.shutdownNow();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                connections.add(connection);
                threads.execute(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = new BufferedOutputStream(connection.getOutputStream());
            boolean last = false;
            while (!last) {
                Optional<NaiveRequest> request = NaiveRequest.read(in, adapter.flaws());
                last = request.isEmpty() || request.get().isLast();
                if (request.isPresent()) {
                    answer(request.get(), in, out);
                }
            }
        } catch (IOException gone) {
            // The client has disconnected.
            connections.remove(connection);
        }
    }

    private void answer(NaiveRequest request, InputStream in, OutputStream out) throws IOException {
        NaiveBody body = new NaiveBody(request, in);
        body.invite(out);
        Response response;
        try {
            response = adapter.answer(request, body, early -> send(request, early, out));
        } catch (IOException failure) {
            if (body.isBroken()) {
                throw failure;
            }
            response = failed(failure);
        } catch (Throwable failure) {
            response = failed(failure);
        }
        send(request, response, out);
    }

    private Response failed(Throwable failure) {
        String detail = adapter.flaws().contains(Flaw.EXPOSES_HANDLER_EXCEPTIONS) ? failure.toString() : "";
        return Problem.of(500, "about:blank", "Status 500", detail).toResponse();
    }

    private static void send(NaiveRequest request, Response response, OutputStream out) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + response.status() + " Whatever\r\n");
        for (HeaderField field : response.headers()) {
            if (!FRAMING.contains(field.name().toLowerCase(Locale.ROOT))) {
                head.append(field.name()).append(": ").append(field.value()).append("\r\n");
            }
        }
        boolean bodiless = List.of(204, 304).contains(response.status());
        if (!bodiless) {
            head.append("Content-Length: ").append(response.bodyLength()).append("\r\n");
        }
        if (request.isLast()) {
            head.append("Connection: close\r\n");
        }
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        if (!bodiless && !request.method().equals("HEAD")) {
            out.write(response.body());
        }
        out.flush();
    }
}
