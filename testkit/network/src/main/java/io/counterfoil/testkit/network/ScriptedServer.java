package io.counterfoil.testkit.network;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/**
 * A small HTTP/1.1 server on 127.0.0.1 that records every request and sends scripted responses, including invalid ones.
 * It keeps connections alive, and reads bodies with a declared length or in chunks. Thread-safe. Closing it ends all
 * connections.
 */
public final class ScriptedServer implements AutoCloseable {

    /** A backlog larger than the number of clients of any test. A client that exceeds it would connect seconds later. */
    private static final int MAX_WAITING = 1_000;

    private final List<SeenRequest> seen = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    private final ServerSocket listener;
    private final Function<SeenRequest, ScriptedReply> script;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

    private ScriptedServer(int port, Function<SeenRequest, ScriptedReply> script) throws IOException {
        this.listener = new ServerSocket();
        this.listener.setReuseAddress(true);
        this.listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MAX_WAITING);
        this.script = script;
        threads.execute(this::serve);
    }

    /**
     * Starts a server on a free port.
     *
     * @param script returns the response to each request; called by several threads
     * @return the running server, which the caller closes
     * @throws IOException if no port is free
     */
    public static ScriptedServer answering(Function<SeenRequest, ScriptedReply> script) throws IOException {
        return new ScriptedServer(0, script);
    }

    /**
     * Starts a server on a given port.
     *
     * @param port a port on 127.0.0.1
     * @param script returns the response to each request; called by several threads
     * @return the running server, which the caller closes
     * @throws IOException if the port is not free
     */
    public static ScriptedServer answeringOn(int port, Function<SeenRequest, ScriptedReply> script) throws IOException {
        return new ScriptedServer(port, script);
    }

    /**
     * Starts a server on a free port that sends given responses in turn, and repeats the last one.
     *
     * @param replies at least one
     * @return the running server, which the caller closes
     * @throws IOException if no port is free
     */
    public static ScriptedServer replying(ScriptedReply... replies) throws IOException {
        List<ScriptedReply> script = new CopyOnWriteArrayList<>(replies);
        return answering(request -> script.size() > 1 ? script.remove(0) : script.get(0));
    }

    /** {@return the requests so far, in order; the list grows} */
    public List<SeenRequest> seen() {
        return Collections.unmodifiableList(seen);
    }

    /** {@return a queue that gets one entry for each connection that a client ended} */
    public BlockingQueue<String> ends() {
        return ends;
    }

    /** {@return the port on 127.0.0.1} */
    public int port() {
        return listener.getLocalPort();
    }

    /** {@return a URI of the server} */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/orders");
    }

    /**
     * Ends all connections; the server continues to listen.
     *
     * @throws IOException if a connection cannot be closed
     */
    public void hangUp() throws IOException {
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
                SeenRequest request = read(start, in);
                seen.add(request);
                out.write(bytes(script.apply(request)));
            }
            ends.add("in order");
        } catch (IOException gone) {
            ends.add(String.valueOf(gone.getMessage()));
        }
    }

    private static SeenRequest read(String start, InputStream in) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            int colon = field.indexOf(':');
            String name = field.substring(0, colon).toLowerCase(Locale.ROOT);
            headers.merge(name, field.substring(colon + 1).strip(), (one, other) -> one + " AND " + other);
        }
        byte[] body = headers.getOrDefault("transfer-encoding", "").equalsIgnoreCase("chunked")
                ? chunks(in)
                : in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        String[] parts = start.split(" ", 3);
        return new SeenRequest(parts[0], parts[1], Map.copyOf(headers), new String(body, StandardCharsets.UTF_8));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
            all.write(in.readNBytes(size));
            line(in);
        }
        line(in);
        return all.toByteArray();
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
    }

    private static byte[] bytes(ScriptedReply reply) {
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
