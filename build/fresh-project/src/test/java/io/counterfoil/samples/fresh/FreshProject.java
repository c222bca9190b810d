package io.counterfoil.samples.fresh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.packed.PublishedModules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Spring Boot project in a directory of its own, built by Maven and run as one jar, as any team's. */
final class FreshProject {

    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
    private static final long START_MINUTES = 8;
    private static final long STOP_SECONDS = 30;

    private final MavenProject project;
    private final PublishedModules modules;

    /** Copies the project's files into the directory, which is empty. */
    FreshProject(Path directory, PublishedModules modules) throws IOException {
        this.project = new MavenProject(Path.of("src/test/resources/fresh-project"), directory, modules);
        this.modules = modules;
    }

    /** All that a user does. */
    void addStarter() throws IOException {
        project.change("<!-- starter -->", dependency("counterfoil-spring-boot-starter"));
    }

    /** Adds entities with typed ids, and a controller that takes and returns them by both Jacksons. */
    void addTypedIds() throws IOException {
        project.change("<!-- ids -->", dependency("counterfoil-spring-ids") + dependency("counterfoil-jackson2"));
        project.copy(Path.of("src/test/resources/typed-ids"));
    }

    private String dependency(String artifact) {
        return "<dependency><groupId>io.counterfoil</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
                .formatted(artifact, modules.version());
    }

    /** Builds the jar. */
    void build() throws IOException, InterruptedException {
        project.build("-DskipTests", "package");
    }

    /** Runs the jar on this database, until it is closed. */
    Running run(Database database) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(MavenProject.JVM_FLAGS);
        command.addAll(List.of(
                "-jar",
                "target/booking-1.jar",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        Process process = new ProcessBuilder(command)
                .directory(project.directory().toFile())
                .redirectErrorStream(true)
                .start();
        Running running = new Running(process);
        try {
            running.awaitPort();
            return running;
        } catch (Exception failed) {
            running.close();
            throw failed;
        }
    }

    /** The project's service, at work. */
    static final class Running implements AutoCloseable {

        private final Process process;
        private final CompletableFuture<Integer> port = new CompletableFuture<>();

        private Running(Process process) {
            this.process = process;
            Thread reader = new Thread(this::read, "fresh-project");
            reader.setDaemon(true);
            reader.start();
        }

        URI uri(String path) {
            return URI.create("http://127.0.0.1:" + port.join() + path);
        }

        private void awaitPort() throws Exception {
            port.get(START_MINUTES, TimeUnit.MINUTES);
        }

        private void read() {
            StringBuilder said = new StringBuilder();
            try (BufferedReader lines = process.inputReader(UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    said.append(line).append('\n');
                    Matcher started = PORT.matcher(line);
                    if (started.find()) {
                        port.complete(Integer.valueOf(started.group(1)));
                    }
                }
                port.completeExceptionally(new IllegalStateException("the service ended:\n" + said));
            } catch (IOException closed) {
                port.completeExceptionally(
                        new UncheckedIOException("the service's output broke off:\n" + said, closed));
            }
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit()
                    .completeOnTimeout(process, STOP_SECONDS, TimeUnit.SECONDS)
                    .join();
            process.destroyForcibly();
        }
    }
}
