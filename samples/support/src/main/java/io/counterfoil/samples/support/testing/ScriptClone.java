package io.counterfoil.samples.support.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** A clone of the repository that has nothing but a script, and a path of programs that only say how they were called. */
public final class ScriptClone {

    private final Path temp;
    private final Path root;
    private final Path programs;

    private ScriptClone(Path temp, Path root, Path programs) {
        this.temp = temp;
        this.root = root;
        this.programs = programs;
    }

    /** Makes one with this script, below an empty directory; its own name has a space in it. */
    public static ScriptClone of(Path script, Path temp) throws IOException {
        Path root = Files.createDirectories(temp.toRealPath().resolve("a clone"));
        Files.copy(script, root.resolve(script.getFileName()));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        return new ScriptClone(temp, root, Files.createDirectories(temp.resolve("programs")));
    }

    /** Where it is: absolute, free of symbolic links. */
    public Path root() {
        return root;
    }

    /** Puts a program on the path. */
    public void program(String name, String script) throws IOException {
        Path program = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Puts the machine's own programs of these names on the path. */
    public void machinesOwn(List<String> tools) throws IOException {
        for (String tool : tools) {
            Path place = Files.exists(Path.of("/usr/bin", tool)) ? Path.of("/usr/bin") : Path.of("/bin");
            program(tool, "exec " + place.resolve(tool) + " \"$@\"");
        }
    }

    /** Puts a Java of this version on the path. */
    public void java(String version) throws IOException {
        program("java", """
                if [ "$1" = -version ]; then
                    echo 'openjdk version "%s" 2025-04-15' >&2
                else
                    echo "java $*"
                fi""".formatted(version));
    }

    /** Calls a script, with nothing on the path but what was put there; the exit code and, after a space, everything that it printed. */
    public String call(Path script, String... arguments) throws IOException, InterruptedException {
        return end(start(script, arguments));
    }

    /** Starts a script so, in the C locale. */
    public Process start(Path script, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", script.toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().clear();
        builder.environment().put("PATH", programs.toString());
        return builder.redirectErrorStream(true).directory(temp.toFile()).start();
    }

    /** Waits for its end; the exit code and, after a space, everything that it printed. */
    public static String end(Process process) throws IOException, InterruptedException {
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return process.waitFor() + " " + output;
    }
}
