package io.counterfoil.benchmarks.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;

/** A kept connection with a minimal HTTP client, so that the load costs less than what it measures. Not thread-safe. */
public final class Wire implements Closeable {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final Socket socket = new Socket();
    private final InputStream in;

    /** Connects to this port of 127.0.0.1. */
    public Wire(int port) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A response: status, head, and body. */
    public record Answer(int status, String head, String body) {}

    /** A complete request. */
    public static byte[] request(String method, String path, String moreHeaders, String body) {
        byte[] content = body.getBytes(ISO_8859_1);
        String text = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + moreHeaders
                + (body.isEmpty() ? "" : "Content-Type: application/json\r\nContent-Length: " + content.length + "\r\n")
                + "\r\n" + body;
        return text.getBytes(ISO_8859_1);
    }

    void write(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
    }

    /** Sends a request, and reads the response. */
    public Answer send(byte[] request) throws IOException {
        write(request);
        return read();
    }

    Answer read() throws IOException {
        StringBuilder head = new StringBuilder(512);
        int length = -1;
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.append(line).append('\n');
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        if (head.length() < 12) {
            throw new IOException("the server has closed the connection");
        }
        int status = Integer.parseInt(head.substring(9, 12));
        byte[] body = length >= 0 ? in.readNBytes(length) : chunks();
        return new Answer(status, head.toString(), new String(body, UTF_8));
    }

    /** Closes the connection, and returns when the server has closed it too. */
    void end() throws IOException {
        socket.shutdownOutput();
        in.readAllBytes();
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(), 16);
            whole.write(in.readNBytes(size));
            line();
            if (size == 0) {
                return whole.toByteArray();
            }
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
