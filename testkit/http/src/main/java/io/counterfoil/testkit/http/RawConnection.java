package io.counterfoil.testkit.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.counterfoil.http.message.HeaderField;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A TCP connection for requests that no client library sends. Reads have a time limit. Not thread-safe. */
final class RawConnection implements AutoCloseable {

    private static final int LIMIT_MILLIS = 300_000;

    private final Socket socket;
    private final InputStream in;

    private RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static RawConnection to(URI server) throws IOException {
        Socket socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawConnection(socket);
    }

    /** A request with a body of known length. */
    static String request(String method, String path, String body, String... lines) {
        return head(method, path, lines) + "Content-Length: " + body.getBytes(ISO_8859_1).length + "\r\n\r\n" + body;
    }

    /** The head of a request without the fields that describe its body and without the empty line. */
    static String head(String method, String path, String... lines) {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n");
        for (String line : lines) {
            head.append(line).append("\r\n");
        }
        return head.toString();
    }

    RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return this;
    }

    /** Reads a response, skipping those with status 100. */
    Answer read() throws IOException {
        Answer answer = readOne();
        while (answer.status() < 200) {
            answer = readOne();
        }
        return answer;
    }

    /** Reads a response of any status. */
    Answer readOne() throws IOException {
        String[] status = line().split(" ", 3);
        List<HeaderField> fields = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            fields.add(new HeaderField(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        Answer head = new Answer(Integer.parseInt(status[1]), fields, new byte[0]);
        return new Answer(head.status(), fields, body(head));
    }

    private byte[] body(Answer head) throws IOException {
        if (head.status() < 200 || head.status() == 204 || head.status() == 304) {
            return new byte[0];
        }
        if (head.header("Transfer-Encoding").isPresent()) {
            return chunks();
        }
        if (head.header("Content-Length").isEmpty()) {
            return in.readAllBytes();
        }
        return whole(Integer.parseInt(head.header("Content-Length").get()));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(); size > 0; size = chunkSize()) {
            body.writeBytes(whole(size));
            line();
        }
        line();
        return body.toByteArray();
    }

    private int chunkSize() throws IOException {
        return Integer.parseInt(line().strip(), 16);
    }

    private byte[] whole(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the response ends after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended in \"" + line + "\"");
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    /** Reads this many bytes. */
    void readSome(int bytes) throws IOException {
        whole(bytes);
    }

    /** Closes the sending side, and waits until the server has closed the connection. */
    void endAndAwaitEnd() throws IOException {
        socket.shutdownOutput();
        try {
            in.readAllBytes();
        } catch (java.net.SocketException reset) {
            // The server has reset the connection instead.
            socket.close();
        }
    }

    /** Whether the server closes the connection without a response; waits until it does or responds. */
    boolean isEndedByServer() throws IOException {
        try {
            in.mark(1);
            boolean ended = in.read() < 0;
            in.reset();
            return ended;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    /** Resets the connection, as when the client's process crashes. */
    void breakOff() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
