package io.counterfoil.ids.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process of its own, on whose class path there is the package that a platform with checkpoints has. It is the interface of that
 * platform and not the platform: no image of the process is made.
 */
@Tag("CB-1")
@Timeout(600)
class CheckpointsTest {

    private static final String RESOURCE = """
            package jdk.crac;
            public interface Resource {
                void beforeCheckpoint(Context<? extends Resource> context) throws Exception;
                void afterRestore(Context<? extends Resource> context) throws Exception;
            }
            """;

    private static final String CONTEXT = """
            package jdk.crac;
            public abstract class Context<R extends Resource> implements Resource {
                public abstract void register(R resource);
            }
            """;

    private static final String CORE = """
            package jdk.crac;
            import java.lang.ref.WeakReference;
            import java.util.*;
            public class Core {
                private static final List<WeakReference<Resource>> resources = new ArrayList<>();
                private static final Context<Resource> global = new Context<>() {
                    public void register(Resource resource) { resources.add(new WeakReference<>(resource)); }
                    public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
                        for (WeakReference<Resource> resource : resources) resource.get().beforeCheckpoint(this);
                    }
                    public void afterRestore(Context<? extends Resource> context) throws Exception {
                        for (WeakReference<Resource> resource : resources) resource.get().afterRestore(this);
                    }
                };
                public static Context<Resource> getGlobalContext() { return global; }
            }
            """;

    private static final String MAIN = """
            import io.counterfoil.ids.generator.*;
            public class Main {
                public static void main(String[] arguments) throws Exception {
                    SecureEntropy.shared().nextLong();
                    System.gc();
                    int before = Observed.generation();
                    jdk.crac.Core.getGlobalContext().beforeCheckpoint(null);
                    System.out.println("at the checkpoint " + (Observed.generation() - before));
                    jdk.crac.Core.getGlobalContext().afterRestore(null);
                    System.out.println("after the restore " + (Observed.generation() - before));
                }
            }
            """;

    private static final String OBSERVED = """
            package io.counterfoil.ids.generator;
            public class Observed { public static int generation() { return Seeds.generation(); } }
            """;

    @TempDir
    Path directory;

    @Test
    void restore_ofTheProcess_reseedsEveryStream() throws Exception {
        compile("jdk/crac/Resource", RESOURCE, "jdk/crac/Context", CONTEXT, "jdk/crac/Core", CORE);
        compile("io/counterfoil/ids/generator/Observed", OBSERVED, "Main", MAIN);

        assertThat(run("Main")).containsExactly("at the checkpoint 0", "after the restore 1");
    }

    @Test
    void restoreListener_onAnIncompatiblePlatform_failsLoudly() throws Exception {
        compile("jdk/crac/Core", "package jdk.crac; public class Core {}");
        compile(
                "Main",
                "public class Main { public static void main(String[] a) {"
                        + " try { io.counterfoil.ids.generator.UuidV7.next(); } catch (ExceptionInInitializerError e) {"
                        + " System.out.println(e.getCause().getMessage()); } } }");

        assertThat(run("Main")).containsExactly("jdk.crac is present but did not accept a listener");
    }

    @Test
    void entropyProperty_choosesTheSource_andRefusesAnUnknownOne() throws Exception {
        compile(
                "Main",
                "public class Main { public static void main(String[] a) {"
                        + " try { System.out.println(io.counterfoil.ids.generator.UuidV7.next().version()); }"
                        + " catch (ExceptionInInitializerError e) { System.out.println(e.getCause().getMessage()); } } }");

        assertThat(run("Main", "-Dcounterfoil.ids.entropy=secure-random")).containsExactly("7");
        assertThat(run("Main", "-Dcounterfoil.ids.entropy=dice"))
                .containsExactly(
                        "system property counterfoil.ids.entropy is \"dice\"; it must be \"aes-ctr\" or \"secure-random\"");
    }

    private List<String> run(String main, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classPath(), main));
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }

    private String classPath() {
        return System.getProperty("java.class.path") + File.pathSeparator + directory;
    }

    private void compile(String... namesAndSources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", directory.toString(), "-cp", classPath()));
        for (int i = 0; i < namesAndSources.length; i += 2) {
            Path file = directory.resolve(namesAndSources[i] + ".java");
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, namesAndSources[i + 1]).toString());
        }
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }
}
