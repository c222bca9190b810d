package io.counterfoil.samples.support.launch;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * The resources that the program has opened, to be closed once, in reverse order, by any thread.
 *
 * <p>A signal may arrive while a resource is opened. Opening and closing are mutually exclusive: {@link #close} waits
 * for the resource that is being opened and closes it with the others, and none is opened afterwards.
 */
public final class OpenResources implements Closeable {

    private final Deque<Closeable> opened = new ArrayDeque<>();
    private boolean closed;

    /** Creates an empty collection. */
    public OpenResources() {}

    /**
     * Opens a resource.
     *
     * @throws CancellationException if {@link #close} was called before
     */
    public synchronized <T extends Closeable> T open(Supplier<T> starter) {
        if (closed) {
            throw new CancellationException("stopped while starting");
        }
        T resource = starter.get();
        opened.push(resource);
        return resource;
    }

    /** Closes all resources, also after a failure. */
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
