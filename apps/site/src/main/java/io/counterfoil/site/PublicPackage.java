package io.counterfoil.site;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A package of the public API: one that its module exports, or, in a module without a declaration, one that is not named internal.
 *
 * @param files its sources
 */
record PublicPackage(PublishedModule module, String name, List<Path> files) {

    private static final String DECLARATION = "module-info.java";
    private static final Pattern EXPORTS = Pattern.compile("(?m)^\\s*exports ([\\w.]+);");

    static List<PublicPackage> of(List<PublishedModule> modules) throws IOException {
        List<PublicPackage> packages = new ArrayList<>();
        for (PublishedModule module : modules) {
            for (Map.Entry<String, List<Path>> entry : sources(module).entrySet()) {
                if (isPublic(entry.getKey(), module)) {
                    packages.add(new PublicPackage(module, entry.getKey(), entry.getValue()));
                }
            }
        }
        return packages;
    }

    /** Its description, if it has one. */
    Optional<Path> description() {
        return files.stream().filter(file -> file.endsWith("package-info.java")).findFirst();
    }

    private static Map<String, List<Path>> sources(PublishedModule module) throws IOException {
        try (Stream<Path> files = Files.walk(module.sources())) {
            return files.filter(file -> file.toString().endsWith(".java") && !file.endsWith(DECLARATION))
                    .sorted()
                    .collect(groupingBy(file -> packageOf(module, file), TreeMap::new, toList()));
        }
    }

    private static String packageOf(PublishedModule module, Path file) {
        return module.sources()
                .relativize(file.resolveSibling("."))
                .normalize()
                .toString()
                .replace(file.getFileSystem().getSeparator(), ".");
    }

    private static boolean isPublic(String name, PublishedModule module) throws IOException {
        Path declaration = module.sources().resolve(DECLARATION);
        if (!Files.exists(declaration)) {
            return !Arrays.asList(name.split("\\.", -1)).contains("internal");
        }
        Set<String> exported = EXPORTS.matcher(Files.readString(declaration))
                .results()
                .map(line -> line.group(1))
                .collect(Collectors.toSet());
        return exported.contains(name);
    }
}
