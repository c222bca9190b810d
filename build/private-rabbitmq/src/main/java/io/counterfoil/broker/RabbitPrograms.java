package io.counterfoil.broker;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Finds a RabbitMQ on the machine. */
final class RabbitPrograms {

    private static final long DOCKER_LIMIT_SECONDS = 10;

    private RabbitPrograms() {}

    /**
     * The server's own start script, not the wrapper of a distribution, which requires a certain user and directories.
     */
    static Optional<Path> script() {
        if (onPath("erl").isEmpty()) {
            return Optional.empty();
        }
        String named = System.getenv("RABBITMQ_HOME");
        if (named != null && isScript(Path.of(named, "sbin", "rabbitmq-server"))) {
            return Optional.of(Path.of(named, "sbin", "rabbitmq-server"));
        }
        return List.of("/usr/lib/rabbitmq/lib", "/opt/rabbitmq", "/usr/local/lib/rabbitmq", "/opt").stream()
                .flatMap(parent -> servers(Path.of(parent)).stream())
                .findFirst();
    }

    private static List<Path> servers(Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (DirectoryStream<Path> homes = Files.newDirectoryStream(parent, "rabbitmq_server-*")) {
            List<Path> found = new ArrayList<>();
            for (Path home : homes) {
                Path script = home.resolve("sbin").resolve("rabbitmq-server");
                if (isScript(script)) {
                    found.add(script);
                }
            }
            return found;
        } catch (IOException unreadable) {
            // An unreadable directory contains no executable program.
            return List.of();
        }
    }

    private static boolean isScript(Path script) {
        return Files.isExecutable(script);
    }

    static Optional<Path> onPath(String program) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Whether Docker responds. */
    static boolean dockerAnswers() {
        if (onPath("docker").isEmpty()) {
            return false;
        }
        try {
            Process info = new ProcessBuilder("docker", "info")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (info.waitFor(DOCKER_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                return info.exitValue() == 0;
            }
            info.destroyForcibly();
            return false;
        } catch (IOException unable) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
