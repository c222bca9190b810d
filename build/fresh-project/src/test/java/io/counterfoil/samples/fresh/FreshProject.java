package io.counterfoil.samples.fresh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.packed.PublishedModules;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/** A Spring Boot project in a directory of its own, built by Maven and run as one jar, as any team's. */
final class FreshProject {

    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
    private static final long BUILD_MINUTES = 20;
    private static final long START_MINUTES = 8;
    private static final long STOP_SECONDS = 30;

    /** For a short life. */
    private static final List<String> JVM_FLAGS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

    private final Path directory;
    private final PublishedModules modules;

    /** Copies the project's files into the directory, which is empty. */
    FreshProject(Path directory, PublishedModules modules) throws IOException {
        this.directory = directory;
        this.modules = modules;
        copy(Path.of("src/test/resources/fresh-project"));
        change("@spring-boot.version@", setting("spring-boot.version"));
        change("@repositories@", repositories("repository"));
        change("@pluginRepositories@", repositories("pluginRepository"));
    }

    /** All that a user does. */
    void addStarter() throws IOException {
        change("<!-- starter -->", dependency("counterfoil-spring-boot-starter"));
    }

    /** Adds entities with typed ids, and a controller that takes and returns them by both Jacksons. */
    void addTypedIds() throws IOException {
        change("<!-- ids -->", dependency("counterfoil-spring-ids") + dependency("counterfoil-jackson2"));
        copy(Path.of("src/test/resources/typed-ids"));
    }

    private String dependency(String artifact) {
        return "<dependency><groupId>io.counterfoil</groupId><artifactId>%s</artifactId><version>%s</version></dependency>"
                .formatted(artifact, modules.version());
    }

    /** Builds the jar, with a local repository that this build shares with no other. */
    void build() throws IOException, InterruptedException {
        Path local = Path.of("target/fresh-project/local-repository").toAbsolutePath();
        // A snapshot that was had once is not looked for again on the same day.
        FileSystemUtils.deleteRecursively(local.resolve("io/counterfoil"));
        Path log = directory.resolve("build.log");
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(setting("maven.home"), "bin", "mvn").toString(),
                        "-B",
                        "-ntp",
                        "-DskipTests",
                        "-Dmaven.repo.local=" + local,
                        "package")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("MAVEN_OPTS", String.join(" ", JVM_FLAGS));
        Process maven = builder.start();
        boolean ended = maven.waitFor(BUILD_MINUTES, TimeUnit.MINUTES);
        maven.destroyForcibly();
        if (!ended || maven.exitValue() != 0) {
            throw new IllegalStateException("the project was not built:\n" + Files.readString(log));
        }
    }

    /** Runs the jar on this database, until it is closed. */
    Running run(Database database) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of(
                "-jar",
                "target/booking-1.jar",
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password()));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
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

    private void copy(Path template) throws IOException {
        try (Stream<Path> files = Files.walk(template)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = directory.resolve(template.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private void change(String placeholder, String text) throws IOException {
        Path pom = directory.resolve("pom.xml");
        String before = Files.readString(pom);
        if (!before.contains(placeholder)) {
            throw new IllegalStateException("the pom has no " + placeholder);
        }
        Files.writeString(pom, before.replace(placeholder, text));
    }

    /** Ours, and what this build has downloaded already, in front of the central one. */
    private String repositories(String element) {
        return repository(element, "counterfoil", modules.repository())
                + repository(element, "downloaded", Path.of(setting("maven.local")));
    }

    private static String repository(String element, String id, Path path) {
        return """
                <%1$s>
                  <id>%2$s</id>
                  <url>%3$s</url>
                  <releases><checksumPolicy>ignore</checksumPolicy></releases>
                  <snapshots><enabled>%4$s</enabled><checksumPolicy>ignore</checksumPolicy></snapshots>
                </%1$s>
                """.formatted(element, id, path.toAbsolutePath().toUri(), id.equals("counterfoil"));
    }

    private static String setting(String name) {
        String value = System.getProperty(name, "");
        if (value.isEmpty()) {
            throw new IllegalStateException("the build tells its tests the system property " + name);
        }
        return value;
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
