package io.counterfoil.http.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** A small HTTP/1.1 server that remembers every request, and answers as it is told, also in ways that a good one never would. */
final class ScriptedServer implements AutoCloseable {

    /** A request as it arrived; the names of the header fields in small letters. */
    record Seen(String method, String path, Map<String, String> headers, String body) {

        String header(String name) {
            return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)))
                    .orElse("");
        }
    }

    /** What to answer; an announced length that is larger than the body's leaves the client waiting for the rest. */
    record Reply(int status, Map<String, String> headers, String body, int announcedLength) {

        static Reply of(int status, String body) {
            return new Reply(status, Map.of(), body, body.length());
        }

        Reply with(String name, String value) {
            Map<String, String> more = new HashMap<>(headers);
            more.put(name, value);
            return new Reply(status, more, body, announcedLength);
        }

        Reply announcing(int length) {
            return new Reply(status, headers, body, length);
        }
    }

    final List<Seen> seen = new CopyOnWriteArrayList<>();
    /** One entry for each connection that the client ended. */
    final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    private final ServerSocket listener;
    private final Function<Seen, Reply> script;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    private ScriptedServer(int port, Function<Seen, Reply> script) throws IOException {
        this.listener = new ServerSocket();
        this.listener.setReuseAddress(true);
        this.listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        this.script = script;
        threads.execute(this::serve);
    }

    /** Answers each request by the script. */
    static ScriptedServer answering(Function<Seen, Reply> script) throws IOException {
        return new ScriptedServer(0, script);
    }

    /** Answers each request by the script, on this port. */
    static ScriptedServer answeringOn(int port, Function<Seen, Reply> script) throws IOException {
        return new ScriptedServer(port, script);
    }

    /** Answers the first requests by these, and all others by the last of them. */
    static ScriptedServer replying(Reply... replies) throws IOException {
        List<Reply> script = new CopyOnWriteArrayList<>(replies);
        return answering(request -> script.size() > 1 ? script.remove(0) : script.get(0));
    }

    int port() {
        return listener.getLocalPort();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/orders");
    }

    /** Ends all connections, and goes on listening. */
    void hangUp() throws IOException {
        for (Socket connection : connections) {
            connection.close();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        hangUp();
        threads.shutdownNow();
    }

    private void serve() {
        try {
            while (true) {
                Socket connection = listener.accept();
                connection.setTcpNoDelay(true);
                connections.add(connection);
                threads.execute(() -> serve(connection));
            }
        } catch (SocketException closed) {
            threads.shutdown();
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            OutputStream out = connection.getOutputStream();
            for (String start = line(in); !start.isEmpty(); start = line(in)) {
                Seen request = read(start, in);
                seen.add(request);
                out.write(bytes(script.apply(request)));
            }
            ends.add("in order");
        } catch (IOException gone) {
            ends.add(String.valueOf(gone.getMessage()));
        }
    }

    private static Seen read(String start, InputStream in) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            int colon = field.indexOf(':');
            String name = field.substring(0, colon).toLowerCase(Locale.ROOT);
            headers.merge(name, field.substring(colon + 1).strip(), (one, other) -> one + " AND " + other);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        String[] parts = start.split(" ", 3);
        return new Seen(parts[0], parts[1], Map.copyOf(headers), body);
    }

    private static byte[] bytes(Reply reply) {
        StringBuilder text = new StringBuilder("HTTP/1.1 " + reply.status() + " Scripted\r\n");
        reply.headers()
                .forEach((name, value) ->
                        text.append(name).append(": ").append(value).append("\r\n"));
        text.append("Content-Length: ").append(reply.announcedLength()).append("\r\n\r\n");
        return text.append(reply.body()).toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
