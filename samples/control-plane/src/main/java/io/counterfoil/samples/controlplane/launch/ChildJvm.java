package io.counterfoil.samples.controlplane.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;

/** How this program is started once more, by the same JVM and from the same class path. */
final class ChildJvm {

    private ChildJvm() {}

    /** The command for a subcommand of the program. */
    static List<String> command(String subcommand) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // It is killed and started again all the time: what counts is how fast it starts.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto"));
        String classPath = System.getProperty("java.class.path");
        if (isProgram(classPath)) {
            command.addAll(List.of("-jar", classPath));
        } else {
            command.addAll(List.of("-cp", classPath, Main.class.getName()));
        }
        command.add(subcommand);
        return command;
    }

    /** Whether it is the one jar that has all others inside. */
    private static boolean isProgram(String classPath) {
        if (classPath.contains(File.pathSeparator) || !classPath.endsWith(".jar")) {
            return false;
        }
        try (JarFile jar = new JarFile(classPath)) {
            return jar.getManifest() != null
                    && Main.class
                            .getName()
                            .equals(jar.getManifest().getMainAttributes().getValue("Start-Class"));
        } catch (IOException unreadable) {
            throw new IllegalStateException("the class path " + classPath + " cannot be read", unreadable);
        }
    }
}
