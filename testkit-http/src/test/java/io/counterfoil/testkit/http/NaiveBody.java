package io.counterfoil.testkit.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** The body of a request, on its connection. */
final class NaiveBody {

    private static final byte[] GO_ON = HttpScenarios.utf8("HTTP/1.1 100 Continue\r\n\r\n");

    private final NaiveRequest head;
    private final InputStream in;
    private final boolean chunked;
    private long left;
    private boolean begun;
    private boolean ended;
    private boolean broken;

    NaiveBody(NaiveRequest head, InputStream in) {
        this.head = head;
        this.in = in;
        this.chunked = !head.headers("Transfer-Encoding").isEmpty();
        this.left = head.headers("Content-Length").stream()
                .findFirst()
                .map(Long::valueOf)
                .orElse(0L);
    }

    /** Tells a client that asks first to go on. */
    void invite(OutputStream out) throws IOException {
        if (!head.headers("Expect").isEmpty()) {
            out.write(GO_ON);
            out.flush();
        }
    }

    /** Whether the client went in the middle of it. */
    boolean isBroken() {
        return broken;
    }

    /** All of it; empty where that is more than the limit. */
    Optional<byte[]> read(long limit) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece = next(); piece.length > 0; piece = next()) {
            all.writeBytes(piece);
            if (all.size() > limit) {
                return Optional.empty();
            }
        }
        return Optional.of(all.toByteArray());
    }

    void drain() throws IOException {
        while (next().length > 0) {
            // Nobody wants it.
        }
    }

    private byte[] next() throws IOException {
        if (chunked && left == 0 && !hasNextChunk()) {
            return new byte[0];
        }
        byte[] piece = in.readNBytes((int) Math.min(left, 8192));
        left -= piece.length;
        if (piece.length == 0 && left > 0 && !head.flaws().contains(Flaw.BELIEVES_A_BODY_THAT_WAS_CUT)) {
            broken = true;
            throw new EOFException("the client went while it sent");
        }
        return piece;
    }

    /** Goes on to the next chunk, where there is one. */
    private boolean hasNextChunk() throws IOException {
        if (ended) {
            return false;
        }
        if (begun) {
            NaiveRequest.line(in);
        }
        begun = true;
        String size = NaiveRequest.line(in);
        broken = size.isEmpty();
        left = broken ? 1 : Integer.parseInt(size, 16);
        if (left == 0) {
            ended = true;
            NaiveRequest.line(in);
        }
        return left > 0;
    }
}
