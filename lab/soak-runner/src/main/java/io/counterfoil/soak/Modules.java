package io.counterfoil.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The modules under test. */
interface Modules {

    /**
     * Builds the modules whose build is missing or outdated.
     *
     * @throws IllegalStateException if the build fails; the message names the file with its output
     */
    void build(Set<String> modules, PrintWriter out) throws IOException, InterruptedException;

    /** The directory of a module, which is the working directory of its tests. */
    Path directory(String module);

    /** The test class path of a module. */
    String classPath(String module) throws IOException;

    /** Additional options of the test JVMs. */
    List<String> jvmOptions();
}
