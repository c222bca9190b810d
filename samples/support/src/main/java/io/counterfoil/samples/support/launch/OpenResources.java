package io.counterfoil.samples.support.launch;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * What the program has started, to be closed in the opposite order, once, on whatever thread.
 *
 * <p>A signal may come while something starts. Starting and closing exclude each other: {@link #close} waits for the thing
 * that is just being started and closes it with the rest, and nothing is started after it.
 */
public final class OpenResources implements Closeable {

    private final Deque<Closeable> opened = new ArrayDeque<>();
    private boolean closed;

    /** With nothing started yet. */
    public OpenResources() {}

    /**
     * Starts one thing.
     *
     * @throws CancellationException when {@link #close} came before
     */
    public synchronized <T extends Closeable> T open(Supplier<T> starter) {
        if (closed) {
            throw new CancellationException("stopped while starting");
        }
        T resource = starter.get();
        opened.push(resource);
        return resource;
    }

    /** Closes everything, also after one of them failed. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        IOException failure = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (IOException | RuntimeException e) {
                if (failure == null) {
                    failure = new IOException(LaunchException.reason(e), e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
