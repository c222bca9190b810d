package io.counterfoil.testkit.http;

import io.counterfoil.http.request.BodyRate;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** The body of a request, read from its connection. */
final class NaiveBody {

    private static final byte[] GO_ON = HttpScenarios.utf8("HTTP/1.1 100 Continue\r\n\r\n");

    private static final int PIECE = 8192;

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

    /** Sends 100 (Continue) to a client that expects it. */
    void invite(OutputStream out) throws IOException {
        if (!head.headers("Expect").isEmpty()) {
            out.write(GO_ON);
            out.flush();
        }
    }

    /** Whether the client disconnected before the end of the body. */
    boolean isBroken() {
        return broken;
    }

    /** The whole body if it arrives at this rate; empty if it exceeds the limit. */
    Optional<byte[]> read(long limit, BodyRate rate) throws IOException {
        InputStream pieces = rate.watch(new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException("read in pieces");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                byte[] piece = next();
                System.arraycopy(piece, 0, target, offset, piece.length);
                return piece.length == 0 ? -1 : piece.length;
            }
        });
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE];
        for (int read = pieces.read(piece); read > 0; read = pieces.read(piece)) {
            all.write(piece, 0, read);
            if (all.size() > limit) {
                return Optional.empty();
            }
        }
        return Optional.of(all.toByteArray());
    }

    void drain() throws IOException {
        while (next().length > 0) {
            // discarded
        }
    }

    private byte[] next() throws IOException {
        if (chunked && left == 0 && !hasNextChunk()) {
            return new byte[0];
        }
        byte[] piece = in.readNBytes((int) Math.min(left, PIECE));
        left -= piece.length;
        if (piece.length == 0 && left > 0 && !head.flaws().contains(Flaw.ACCEPTS_TRUNCATED_BODIES)) {
            broken = true;
            throw new EOFException("the client disconnected while sending");
        }
        return piece;
    }

    /** Advances to the next chunk, if there is one. */
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
