package io.counterfoil.testkit.packed;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The modules of this build, laid out as a Maven repository in the file system: as a user's Maven finds a release. For tests of modules that are
 * two directories below the root, and depend on all of these modules, so that they are built before.
 */
public final class PublishedModules {

    private static final Path ROOT = Path.of("../..");
    private static final String BOM = "build/bom/pom.xml";
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
        Set<String> published = ARTIFACT.matcher(Files.readString(ROOT.resolve(BOM)))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        for (String module : ReactorModules.of(ROOT)) {
            modules.add(ROOT.resolve(module), published);
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

    private static boolean isOurs(String jar) {
        return jar.contains("/io/counterfoil/")
                || Path.of(jar).getFileName().toString().startsWith("counterfoil");
    }

    /** Adds a module that is one of these: those that the list of versions names, and that list. */
    private void add(Path module, Set<String> published) throws IOException {
        Path file = module.resolve("pom.xml");
        String pom = Files.readString(file).replaceFirst("(?s)<parent>.*?</parent>", "");
        String artifact = first(ARTIFACT, pom);
        if (!published.contains(artifact)) {
            return;
        }
        Path directory = add(artifact, file);
        if (!pom.contains("<packaging>pom</packaging>")) {
            jar(directory.resolve(artifact + "-" + version + ".jar"), module.resolve("target/classes"));
        }
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
