package io.counterfoil.samples.controlplane.orchestrator;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notifies listeners that the displayed state may have changed. Thread-safe. */
public final class Changes {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Without listeners. */
    public Changes() {}

    /** Has this called at each change, by the thread that made it: it must be quick, and must not throw. */
    public void tell(Runnable listener) {
        listeners.add(listener);
    }

    /** Something may have changed, and is committed. */
    public void happened() {
        listeners.forEach(Runnable::run);
    }
}
