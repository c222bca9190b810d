package io.counterfoil.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;

/** The stream of a body that is in memory. */
final class BodyInput extends ServletInputStream {

    private final ByteArrayInputStream bytes;

    BodyInput(byte[] body) {
        this.bytes = new ByteArrayInputStream(body);
    }

    @Override
    public int read() {
        return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        return bytes.read(target, offset, length);
    }

    @Override
    public int available() {
        return bytes.available();
    }

    @Override
    public boolean isFinished() {
        return bytes.available() == 0;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        throw new IllegalStateException("setReadListener() without asynchronous processing");
    }
}
