package io.counterfoil.samples.fresh;

import io.counterfoil.testkit.packed.PublishedModules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/** A project in a directory of its own, built by Maven with the artifacts of this build, as any team's. */
final class MavenProject {

    /** Held by each class that builds projects: they share a local repository. */
    static final String LOCK = "Maven's local repository";

    private static final long BUILD_MINUTES = 20;

    /** For a short life. */
    static final List<String> JVM_FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto");

    private final Path directory;

    /** Copies the project's files into the directory, which is empty. */
    MavenProject(Path template, Path directory, PublishedModules modules) throws IOException {
        this.directory = directory;
        copy(template);
        change("@spring-boot.version@", setting("spring-boot.version"));
        change("@repositories@", repositories(modules, "repository"));
        change("@pluginRepositories@", repositories(modules, "pluginRepository"));
    }

    Path directory() {
        return directory;
    }

    void copy(Path template) throws IOException {
        try (Stream<Path> files = Files.walk(template)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = directory.resolve(template.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Puts a text into the pom. */
    void change(String placeholder, String text) throws IOException {
        Path pom = directory.resolve("pom.xml");
        String before = Files.readString(pom);
        if (!before.contains(placeholder)) {
            throw new IllegalStateException("the pom has no " + placeholder);
        }
        Files.writeString(pom, before.replace(placeholder, text));
    }

    /**
     * Runs Maven, with a local repository that no other build uses.
     *
     * @return its output
     * @throws IllegalStateException when the project was not built; the message has the output
     */
    String build(String... arguments) throws IOException, InterruptedException {
        Path local = Path.of("target/fresh-project/local-repository").toAbsolutePath();
        // A snapshot that was had once is not looked for again on the same day.
        FileSystemUtils.deleteRecursively(local.resolve("io/counterfoil"));
        Path log = directory.resolve("build.log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(setting("maven.home"), "bin", "mvn").toString(), "-B", "-ntp", "-Dmaven.repo.local=" + local));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
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
        return Files.readString(log);
    }

    /** Ours, and what this build has downloaded already, in front of the central one. */
    private static String repositories(PublishedModules modules, String element) {
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
}
