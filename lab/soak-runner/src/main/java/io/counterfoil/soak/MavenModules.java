package io.counterfoil.soak;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The modules of this repository. Maven compiles them if a source is newer than their last build. */
final class MavenModules implements Modules {

    private static final String CLASS_PATH = "target/soak-classpath";

    private static final Set<String> NO_SOURCES = Set.of("target", ".git", "data", "node_modules");

    private final Path home;

    MavenModules(Path home) {
        this.home = home;
    }

    @Override
    public Path directory(String module) {
        return home.resolve(module);
    }

    @Override
    public String classPath(String module) throws IOException {
        Path target = directory(module).resolve("target");
        return String.join(
                File.pathSeparator,
                target.resolve("test-classes").toString(),
                target.resolve("classes").toString(),
                Files.readString(directory(module).resolve(CLASS_PATH)));
    }

    /** None: rounds are long enough for tiered compilation. */
    @Override
    public List<String> jvmOptions() {
        return List.of();
    }

    @Override
    public void build(Set<String> modules, PrintWriter out) throws IOException, InterruptedException {
        // Before the build, so that a source that changes during the build causes another build.
        FileTime start = FileTime.from(Instant.now());
        if (oldestBuild(modules).compareTo(newestSource()) > 0) {
            return;
        }
        out.println("Building; the first time this takes a few minutes.");
        Path log =
                Files.createDirectories(home.resolve("lab/soak-runner/target")).resolve("build.log");
        int status = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-ntp",
                        "-q",
                        "-Dspotless.check.skip=true",
                        "-Papps,lab",
                        "test-compile",
                        "dependency:build-classpath",
                        "-Dmdep.outputFile=" + CLASS_PATH,
                        "-Dmdep.includeScope=test",
                        "-pl",
                        String.join(",", modules),
                        "-am")
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (status != 0) {
            throw new IllegalStateException("the build failed; its output is in " + log);
        }
        for (String module : modules) {
            Files.setLastModifiedTime(directory(module).resolve(CLASS_PATH), start);
        }
    }

    private FileTime oldestBuild(Set<String> modules) throws IOException {
        FileTime oldest = FileTime.from(Instant.MAX);
        for (String module : modules) {
            Path built = directory(module).resolve(CLASS_PATH);
            FileTime time = Files.exists(built) ? Files.getLastModifiedTime(built) : FileTime.from(Instant.MIN);
            oldest = time.compareTo(oldest) < 0 ? time : oldest;
        }
        return oldest;
    }

    private FileTime newestSource() throws IOException {
        FileTime[] newest = {FileTime.from(Instant.MIN)};
        Files.walkFileTree(home, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NO_SOURCES.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = home.relativize(file).toString();
                boolean source = name.contains("src" + File.separator) || name.endsWith("pom.xml");
                if (source && attributes.lastModifiedTime().compareTo(newest[0]) > 0) {
                    newest[0] = attributes.lastModifiedTime();
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return newest[0];
    }
}
