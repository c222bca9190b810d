package io.counterfoil.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;

/**
 * The body of a response that is kept back. It commits when a container's would: when it is flushed, closed, or outgrows the
 * buffer. For one thread at a time.
 */
final class CapturedBody {

    private final Bytes bytes = new Bytes();
    private int bufferSize;
    private boolean committed;
    private boolean closed;

    CapturedBody(int bufferSize) {
        this.bufferSize = bufferSize;
    }

    boolean isCommitted() {
        return committed;
    }

    void commit() {
        committed = true;
    }

    /** Commits; what is written afterwards goes nowhere, as in a container. */
    void close() {
        committed = true;
        closed = true;
    }

    /** Open again and empty, whatever had been written: an error takes its place. */
    void restart() {
        bytes.cutTo(0);
        committed = false;
        closed = false;
    }

    void clear() {
        bytes.cutTo(0);
    }

    boolean isEmpty() {
        return bytes.size() == 0;
    }

    int size() {
        return bytes.size();
    }

    int bufferSize() {
        return bufferSize;
    }

    void setBufferSize(int size) {
        bufferSize = Math.max(size, bufferSize);
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }

    ServletOutputStream stream() {
        return new Stream();
    }

    /** A writer whose {@link Writer#drain} brings to the body what the encoder still holds, without committing it. */
    Writer writer(Charset charset) {
        return new Writer(charset);
    }

    private void written() {
        if (bytes.size() > bufferSize) {
            committed = true;
        }
    }

    private static final class Bytes extends ByteArrayOutputStream {

        synchronized void cutTo(int length) {
            count = length;
        }
    }

    private final class Stream extends ServletOutputStream {

        @Override
        public void write(int b) {
            if (!closed) {
                bytes.write(b);
                written();
            }
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            if (!closed) {
                bytes.write(source, offset, length);
                written();
            }
        }

        @Override
        public void flush() {
            commit();
        }

        @Override
        public void close() {
            CapturedBody.this.close();
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new IllegalStateException("setWriteListener() without asynchronous processing");
        }
    }

    final class Writer extends PrintWriter {

        private final Charset charset;

        private Writer(Charset charset) {
            super(new OutputStreamWriter(
                    new ByteArrayOutputStream() {
                        @Override
                        public synchronized void write(byte[] source, int offset, int length) {
                            if (!closed) {
                                bytes.write(source, offset, length);
                                written();
                            }
                        }
                    },
                    charset));
            this.charset = charset;
        }

        Charset charset() {
            return charset;
        }

        void drain() {
            super.flush();
        }

        @Override
        public void flush() {
            super.flush();
            commit();
        }

        @Override
        public void close() {
            super.flush();
            CapturedBody.this.close();
        }
    }
}
