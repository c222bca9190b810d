package io.counterfoil.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Describes the machine of a measurement. */
public final class Machine {

    private static final Path CPU = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** The machine and the running Java, without a full stop. */
    public static String withJava() throws IOException {
        return describe() + ". Java " + System.getProperty("java.version");
    }

    /** Processor, number of processors, and operating system. */
    public static String describe() throws IOException {
        return "%s, %d processors, %s"
                .formatted(processor(), Runtime.getRuntime().availableProcessors(), System.getProperty("os.name"));
    }

    private static String processor() throws IOException {
        if (Files.exists(CPU)) {
            try (Stream<String> lines = Files.lines(CPU)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).strip())
                        .findFirst()
                        .orElse(System.getProperty("os.arch"));
            }
        }
        return System.getProperty("os.arch");
    }
}
