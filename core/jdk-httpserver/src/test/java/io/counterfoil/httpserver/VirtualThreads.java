package io.counterfoil.httpserver;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads from Java 17's point of view. */
final class VirtualThreads {

    private VirtualThreads() {}

    /** An executor with a virtual thread for each task; skips the tests where the JDK has none. */
    static ExecutorService assumedExecutor() {
        assumeTrue(Runtime.version().feature() >= 21, "the JDK has virtual threads");
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException unexpected) {
            return abort("virtual threads cannot be had: " + unexpected);
        }
    }
}
