package io.counterfoil.httpserver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The body of a captured response: bounded by the declared length, and complete when all of that was written, or it was closed. */
final class CapturedBody extends OutputStream {

    private static final long UNKNOWN = Long.MAX_VALUE;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean begun;
    private boolean closed;
    private long length;

    /** @param told the declared length, as the server has it: 0 for unknown, -1 for no body */
    void begin(long told) {
        begun = true;
        length = told == 0 ? UNKNOWN : Math.max(told, 0);
    }

    boolean isWhole() {
        return size() == length || (closed && length == UNKNOWN);
    }

    long size() {
        return bytes.size();
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] more, int offset, int count) throws IOException {
        if (!begun) {
            throw new IOException("response headers not sent yet");
        }
        if (closed) {
            throw new IOException("stream closed");
        }
        if (count > length - size()) {
            throw new IOException("too many bytes written: the declared length is " + length);
        }
        bytes.write(more, offset, count);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        if (begun && length != UNKNOWN && size() < length) {
            throw new IOException("insufficient bytes written: " + size() + " of " + length);
        }
    }
}
