package io.counterfoil.servlet;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayInputStream;
import org.jspecify.annotations.Nullable;

/** The stream of a body that is in memory, for handlers that block and for those that listen. */
final class BodyInput extends ServletInputStream {

    private final ByteArrayInputStream bytes;
    private final AsyncWork async;
    private @Nullable ReadListener listener;
    private boolean toldAll;

    BodyInput(byte[] body, AsyncWork async) {
        this.bytes = new ByteArrayInputStream(body);
        this.async = async;
    }

    @Override
    public int read() {
        int read = bytes.read();
        tellIfAllRead();
        return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int read = bytes.read(target, offset, length);
        tellIfAllRead();
        return read;
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
        return listener == null || !isFinished();
    }

    @Override
    public void setReadListener(ReadListener added) {
        if (listener != null) {
            throw new IllegalStateException("the body has a listener already");
        }
        async.mustBeStarted("setReadListener()");
        listener = added;
        if (isFinished()) {
            tellIfAllRead();
        } else {
            async.later(added::onDataAvailable, added::onError);
        }
    }

    private void tellIfAllRead() {
        ReadListener told = listener;
        if (told != null && !toldAll && isFinished()) {
            toldAll = true;
            async.later(told::onAllDataRead, told::onError);
        }
    }
}
