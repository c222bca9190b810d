package io.counterfoil.samples.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.cli.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What {@code counterfoil story} prints of the logs of all processes. */
final class PlaneStory {

    private PlaneStory() {}

    /** The story of a correlation ID or an idempotency key. */
    static String of(SharedPlane plane, String requested) {
        List<String> arguments = new ArrayList<>(List.of("story", requested));
        logs(plane).forEach(log -> arguments.add(log.toString()));
        StringWriter told = new StringWriter();
        int exitCode = Program.commandLine().setOut(new PrintWriter(told)).execute(arguments.toArray(String[]::new));
        assertThat(exitCode).isZero();
        return told.toString();
    }

    /** The log of each process. */
    static List<Path> logs(SharedPlane plane) {
        try (Stream<Path> files = Files.list(plane.plane().logs())) {
            List<Path> logs = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
            assertThat(logs).hasSize(3);
            return logs;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** What the story calls an attempt of a caller: the last segment of its correlation ID. */
    static String label(String attempt) {
        return attempt.substring(attempt.lastIndexOf('.') + 1);
    }
}
