package io.counterfoil.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * The CPU time of this JVM under a load, by JFR's samples of running Java code. Waiting for the server and kernel time
 * are not sampled.
 */
final class Profile {

    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final Duration PERIOD = Duration.ofMillis(1);
    private static final int TOP_METHODS = 15;

    private final Map<Owner, Long> tops = new HashMap<>();
    private final Map<Owner, Long> callers = new HashMap<>();
    private final Map<String, Long> methods = new HashMap<>();
    private long samples;

    /** The owner of a frame, by its package. */
    enum Owner {
        DRIVER("the driver", "org.postgresql."),
        OURS("ours", "io.counterfoil."),
        POOL("the pool", "com.zaxxer.hikari."),
        BENCHMARK("the benchmark", "io.counterfoil.benchmarks."),
        JDK("the JDK", "java. javax. jdk. sun. com.sun."),
        OTHER("others", "");

        private final String title;
        private final String packages;

        Owner(String title, String packages) {
            this.title = title;
            this.packages = packages;
        }

        static Owner of(String type) {
            return BENCHMARK.owns(type)
                    ? BENCHMARK
                    : List.of(values()).stream()
                            .filter(one -> one.owns(type))
                            .findFirst()
                            .orElse(OTHER);
        }

        private boolean owns(String type) {
            return Stream.of(packages.split(" ", -1)).anyMatch(type::startsWith);
        }
    }

    /** A load. */
    @FunctionalInterface
    interface Running {
        void run() throws Exception;
    }

    /** Records while the load runs, and summarizes; the recording is deleted. */
    static Profile of(Running running) throws Exception {
        Path file = Files.createTempFile("counterfoil-", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(SAMPLE).withPeriod(PERIOD);
            recording.start();
            running.run();
            recording.stop();
            recording.dump(file);
            return read(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static Profile read(Path file) throws IOException {
        Profile profile = new Profile();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            RecordedStackTrace stack = event.getStackTrace();
            if (event.getEventType().getName().equals(SAMPLE)
                    && stack != null
                    && !stack.getFrames().isEmpty()) {
                profile.add(stack.getFrames().stream()
                        .filter(RecordedFrame::isJavaFrame)
                        .map(frame -> new Frame(
                                frame.getMethod().getType().getName(),
                                frame.getMethod().getName()))
                        .toList());
            }
        }
        return profile;
    }

    /** One frame of a stack. */
    record Frame(String type, String method) {}

    /** Adds a sample: its frames, the running one first. */
    void add(List<Frame> stack) {
        if (stack.isEmpty()) {
            return;
        }
        samples++;
        Frame top = stack.get(0);
        Frame behalf = stack.stream()
                .filter(frame -> Owner.of(frame.type()) != Owner.JDK)
                .findFirst()
                .orElse(top);
        tops.merge(Owner.of(top.type()), 1L, Long::sum);
        callers.merge(Owner.of(behalf.type()), 1L, Long::sum);
        methods.merge(behalf.type().replaceFirst("^.*\\.", "") + "." + behalf.method(), 1L, Long::sum);
    }

    /** Two tables: by owner, and the most frequent methods. */
    String markdown(String title) {
        if (samples == 0) {
            return "JFR took no samples.\n";
        }
        StringBuilder text = new StringBuilder("""

                ### %s

                %,d samples of running Java code. "And below" also counts what the JDK does on its behalf. Waiting for the server is in no sample.

                | code of | its own, %% | and below, %% |
                |---|--:|--:|
                """.formatted(title, samples));
        for (Owner owner : Owner.values()) {
            text.append("| %s | %.1f | %.1f |%n".formatted(owner.title, share(tops, owner), share(callers, owner)));
        }
        text.append("\n| method, and what the JDK does on its behalf | % |\n|---|--:|\n");
        methods.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(TOP_METHODS)
                .forEach(one ->
                        text.append("| `%s` | %.1f |%n".formatted(one.getKey(), 100.0 * one.getValue() / samples)));
        return text.toString();
    }

    private double share(Map<Owner, Long> counts, Owner owner) {
        return 100.0 * counts.getOrDefault(owner, 0L) / samples;
    }
}
