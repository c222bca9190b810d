package io.counterfoil.samples.support.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/** How a program starts itself once more, in a process of its own: by the same JVM and from the same class path. */
public final class OwnProgram {

    private OwnProgram() {}

    /**
     * The command, to be followed by the program's arguments.
     *
     * @param main the main class, for a class path that has no other; one jar that has all others inside runs by itself
     * @param settings more options of the JVM
     */
    public static List<String> command(Class<?> main, List<String> settings) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It is killed and started again all the time: what counts is how fast it starts.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto"));
        command.addAll(settings);
        String classPath = System.getProperty("java.class.path");
        command.addAll(
                runsByItself(classPath) ? List.of("-jar", classPath) : List.of("-cp", classPath, main.getName()));
        return command;
    }

    private static boolean runsByItself(String classPath) {
        if (classPath.contains(File.pathSeparator) || !classPath.endsWith(".jar")) {
            return false;
        }
        try (JarFile jar = new JarFile(classPath)) {
            return jar.getManifest() != null
                    && jar.getManifest().getMainAttributes().getValue("Start-Class") != null;
        } catch (IOException unreadable) {
            throw new IllegalStateException("the class path " + classPath + " cannot be read", unreadable);
        }
    }
}
