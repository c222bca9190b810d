package io.counterfoil.samples.support.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A clone of the repository that contains only a script, and a path of stub programs that print their arguments. */
public final class ScriptClone {

    private final Path temp;
    private final Path root;
    private final Path programs;

    private ScriptClone(Path temp, Path root, Path programs) {
        this.temp = temp;
        this.root = root;
        this.programs = programs;
    }

    /** Creates a clone with this script in an empty directory; its own name contains a space. */
    public static ScriptClone of(Path script, Path temp) throws IOException {
        Path root = Files.createDirectories(temp.toRealPath().resolve("a clone"));
        Files.copy(script, root.resolve(script.getFileName()));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        return new ScriptClone(temp, root, Files.createDirectories(temp.resolve("programs")));
    }

    /** The root of the clone: absolute, without symbolic links. */
    public Path root() {
        return root;
    }

    /** Adds a program to the path. */
    public void program(String name, String script) throws IOException {
        Path program = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Adds programs of the machine to the path. */
    public void machinesOwn(List<String> tools) throws IOException {
        for (String tool : tools) {
            Path place = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin") : Path.of("/bin");
            program(tool, "exec " + place.resolve(tool) + " \"$@\"");
        }
    }

    /** Adds a stub Java of this version to the path. */
    public void java(String version) throws IOException {
        program("java", """
                if [ "$1" = -version ]; then
                    echo 'openjdk version "%s" 2025-04-15' >&2
                else
                    echo "java $*"
                fi""".formatted(version));
    }

    /**
     * Runs a script with only the added programs on its path; returns the exit code and, after a space, its whole
     * output.
     */
    public String call(Path script, String... arguments) throws IOException, InterruptedException {
        return end(start(script, arguments));
    }

    /** Starts a script in the same way, in the C locale. */
    public Process start(Path script, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", script.toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", programs.toString());
        return builder.redirectErrorStream(true).directory(temp.toFile()).start();
    }

    /** Waits for the end of the process; returns the exit code and, after a space, its whole output. */
    public static String end(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() + " " + output;
    }
}
