package io.counterfoil.testkit.packed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The modules of this build, laid out as a Maven repository in the file system: as a user's Maven finds a release. For tests of modules that are
 * two directories below the root, and depend on all of these modules, so that they are built before.
 */
public final class PublishedModules {

    private static final Path ROOT = Path.of("../..");
    private static final String BOM = "build/bom";
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(counterfoil-[a-z0-9-]+)</artifactId>");
    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private final Path repository;
    private final String version;

    private PublishedModules(Path repository, String version) {
        this.repository = repository;
        this.version = version;
    }

    /** Lays them out in this directory. */
    public static PublishedModules layOut(Path repository) throws IOException {
        String parent = Files.readString(ROOT.resolve("pom.xml"));
        PublishedModules modules = new PublishedModules(repository, first(VERSION, parent));
        modules.add("counterfoil-parent", ROOT.resolve("pom.xml"));
        for (String module : ReactorModules.of(ROOT)) {
            if (isPublished(module)) {
                modules.add(ROOT.resolve(module));
            }
        }
        return modules;
    }

    /** The version of all of them. */
    public String version() {
        return version;
    }

    /** The repository's directory. */
    public Path repository() {
        return repository;
    }

    /** The jars, and those of others on the class path of this test: what a project that depends on all of it has. */
    public List<Path> classPath() throws IOException {
        try (Stream<Path> files = Files.walk(repository)) {
            return Stream.concat(
                            files.filter(file -> file.toString().endsWith(".jar"))
                                    .sorted(),
                            Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                                    .filter(entry -> entry.endsWith(".jar") && !isOurs(entry))
                                    .map(Path::of))
                    .toList();
        }
    }

    /** Whether the list of versions names it, or it is that list. */
    private static boolean isPublished(String module) throws IOException {
        String pom = withoutParent(ROOT.resolve(module).resolve("pom.xml"));
        return module.equals(BOM)
                || Files.readString(ROOT.resolve(BOM).resolve("pom.xml"))
                        .contains("<artifactId>" + first(ARTIFACT, pom) + "</artifactId>");
    }

    private static String withoutParent(Path pom) throws IOException {
        return Files.readString(pom).replaceFirst("(?s)<parent>.*?</parent>", "");
    }

    private static boolean isOurs(String jar) {
        return jar.contains("/io/counterfoil/")
                || Path.of(jar).getFileName().toString().startsWith("counterfoil");
    }

    private void add(Path module) throws IOException {
        String pom = withoutParent(module.resolve("pom.xml"));
        String artifact = first(ARTIFACT, pom);
        Path directory = add(artifact, module.resolve("pom.xml"));
        Path classes = module.resolve("target/classes");
        if (pom.contains("<packaging>pom</packaging>")) {
            return;
        }
        jar(directory.resolve(artifact + "-" + version + ".jar"), classes);
    }

    private Path add(String artifact, Path pom) throws IOException {
        Path directory = Files.createDirectories(
                repository.resolve("io/counterfoil").resolve(artifact).resolve(version));
        Files.copy(pom, directory.resolve(artifact + "-" + version + ".pom"));
        return directory;
    }

    /** From the classes, which are there and fresh in every build, and not from a jar that an earlier one has left. */
    private static void jar(Path jar, Path classes) {
        int status = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        if (status != 0) {
            throw new IllegalStateException("jar made no " + jar + " of " + classes);
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in a pom");
        }
        return matcher.group(1);
    }
}
