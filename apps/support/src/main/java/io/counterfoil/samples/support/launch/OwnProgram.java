package io.counterfoil.samples.support.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/** The command line by which a program starts itself in another process: with the same JVM and class path. */
public final class OwnProgram {

    private OwnProgram() {}

    /**
     * The command line without the program's arguments.
     *
     * @param main the main class, unless the class path is a single executable jar
     * @param settings additional JVM options
     */
    public static List<String> command(Class<?> main, List<String> settings) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // The process is killed and restarted often, so the start-up time matters most.
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
            throw new IllegalStateException("cannot read the class path " + classPath, unreadable);
        }
    }
}
