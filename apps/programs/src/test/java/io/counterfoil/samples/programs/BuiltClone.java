package io.counterfoil.samples.programs;

import io.counterfoil.samples.support.testing.ChildJvm;
import io.counterfoil.testkit.packed.ReactorModules;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A clone of the repository with the scripts and the jars that this build has packed, in which no data exists yet. The
 * scripts find their builds up to date, and start no Maven. Closing it stops the programs, so that they stop what they
 * have started.
 */
final class BuiltClone implements Closeable {

    private static final Path REPOSITORY = Path.of("../..").toAbsolutePath().normalize();

    private final Path root;
    private final Path home;
    private final List<ChildJvm> started = new ArrayList<>();

    private BuiltClone(Path root, Path home) {
        this.root = root;
        this.home = home;
    }

    /** Creates the clone in an empty directory; its own name contains a space. */
    static BuiltClone in(Path directory) throws IOException {
        BuiltClone clone = new BuiltClone(
                Files.createDirectory(directory.toRealPath().resolve("a clone")),
                Files.createDirectory(directory.resolve("home")));
        clone.addSources();
        clone.addProgram("run", "apps/ledger/target/counterfoil-ledger-app.jar", "run-built");
        clone.addProgram("run", "apps/control-plane/target/counterfoil-control-plane-app.jar", "run-built");
        clone.addProgram("counterfoil", "apps/command/target/counterfoil.jar", "counterfoil-built");
        return clone;
    }

    /** Starts a script as the owner of an empty home, with the JDK of this build. */
    ChildJvm start(String script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(root.resolve(script).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        ChildJvm program = ChildJvm.start(builder);
        started.add(program);
        return program;
    }

    @Override
    public void close() throws IOException {
        for (ChildJvm program : started) {
            try (program) {
                program.terminate();
                program.exitCode();
            }
        }
    }

    /** The files by whose age the scripts decide whether a build is outdated. */
    private void addSources() throws IOException {
        copy("pom.xml");
        Files.createDirectory(root.resolve(".mvn"));
        for (String module : ReactorModules.of(REPOSITORY)) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            copy(module + "/pom.xml");
        }
    }

    /** Adds the stamp last, so that no file is newer. */
    private void addProgram(String script, String jar, String stamp) throws IOException {
        copy(script);
        Path packed = REPOSITORY.resolve(jar);
        if (!Files.exists(packed)) {
            throw new IllegalStateException("run mvn verify: the build has not packed " + packed);
        }
        Path target = Files.createDirectories(root.resolve(jar).getParent());
        Files.createSymbolicLink(target.resolve(packed.getFileName()), packed);
        Files.createFile(target.resolve(stamp));
    }

    private Path copy(String file) throws IOException {
        return Files.copy(
                REPOSITORY.resolve(file),
                root.resolve(file),
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
    }
}
