package io.counterfoil.testkit.process;

import io.counterfoil.testkit.thread.TestThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Keeps the lines of a process for a test that waits for one of them. */
public final class OutputLines implements Output {

    /** An empty one is the end. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    @Override
    public void line(String line) {
        lines.add(Optional.of(line));
    }

    @Override
    public void end() {
        lines.add(Optional.empty());
    }

    /** Waits for this line, after those that were waited for; fails with what came instead when the process ends or is late. */
    public void await(String expected) throws InterruptedException {
        List<String> others = new ArrayList<>();
        while (true) {
            Optional<String> next = Optional.ofNullable(lines.poll(TestThreads.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .orElseThrow(() -> missing(expected, "is late", others));
            String line = next.orElseThrow(() -> missing(expected, "has ended", others));
            if (line.equals(expected)) {
                return;
            }
            others.add(line);
        }
    }

    private static AssertionError missing(String expected, String what, List<String> others) {
        return new AssertionError("\"%s\" did not come, and the process %s; it printed:%n%s"
                .formatted(expected, what, String.join("\n", others)));
    }
}
