package io.counterfoil.testkit.process;

import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The step at which a {@link ChildJvm} stays until it is killed: at the how-many-th time that it comes there, and at each later time. It prints that it
 * stays. Thread-safe.
 */
public final class KillPoint<S extends Enum<S>> {

    private static final PrintStream OUT = System.out;
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private final S step;
    private final AtomicInteger left;

    /** At this step, at the how-many-th time. */
    public KillPoint(S step, int count) {
        this.step = step;
        this.left = new AtomicInteger(count);
    }

    /** What a process prints that stays at this step. */
    public static String line(Enum<?> step) {
        return "at " + step;
    }

    /** The process comes to a step. */
    public void at(S reached) {
        if (reached != step || left.decrementAndGet() > 0) {
            return;
        }
        OUT.println(line(step));
        try {
            NEVER.await();
        } catch (InterruptedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Keeps the process until its parent has ended. */
    public static void endWithTheParent() throws IOException {
        OUT.println("up");
        while (System.in.read() >= 0) {
            // Nothing is written to it.
        }
        Runtime.getRuntime().halt(0);
    }
}
