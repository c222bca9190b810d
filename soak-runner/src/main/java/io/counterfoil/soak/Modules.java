package io.counterfoil.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The modules whose tests are run. */
interface Modules {

    /**
     * Builds what is not built.
     *
     * @throws IllegalStateException when the build fails; the message says where its output is
     */
    void build(Set<String> modules, PrintWriter out) throws IOException, InterruptedException;

    /** The directory of a module: the working directory of its tests. */
    Path directory(String module);

    /** The class path of a module's tests. */
    String classPath(String module) throws IOException;

    /** More options of the JVMs that run tests. */
    List<String> jvmOptions();
}
