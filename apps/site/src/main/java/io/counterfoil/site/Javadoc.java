package io.counterfoil.site;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** The Javadoc of the public types of all published modules, as one set. It needs no network. */
final class Javadoc {

    /** Where it lies on the site. */
    static final String FOLDER = "api";

    private static final String TITLE = "Counterfoil API";

    private Javadoc() {}

    /**
     * Runs the tool of this JDK.
     *
     * @param classPath what the published modules are compiled with, and their own classes
     * @throws IllegalStateException with the tool's output if it fails
     */
    static void write(PublicTypes types, String classPath, Path target) throws IOException {
        ToolProvider tool = ToolProvider.findFirst("javadoc")
                .orElseThrow(() -> new IllegalStateException("there is no javadoc in this runtime; use a JDK"));
        Path folder = Files.createDirectories(target.resolve(FOLDER));
        StringWriter output = new StringWriter();
        PrintWriter printed = new PrintWriter(output);
        if (tool.run(printed, printed, arguments(types, classPath, folder).toArray(String[]::new)) != 0) {
            throw new IllegalStateException(output.toString());
        }
        for (PublicType type : types.all()) {
            if (!Files.exists(target.resolve(type.url()))) {
                throw new IllegalStateException("no Javadoc at " + type.url());
            }
        }
    }

    private static List<String> arguments(PublicTypes types, String classPath, Path folder) {
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-Xdoclint:reference",
                "-notimestamp",
                "-encoding",
                "UTF-8",
                "-docencoding",
                "UTF-8",
                "-charset",
                "UTF-8",
                "-windowtitle",
                TITLE,
                "-doctitle",
                TITLE,
                "-header",
                "<a href=\"{@docRoot}/../index.html\">Documents</a>",
                "-classpath",
                classPath,
                "-d",
                folder.toString()));
        List<PublicPackage> packages =
                types.all().stream().map(PublicType::home).distinct().toList();
        groups(packages).forEach((group, names) -> arguments.addAll(List.of("-group", group, String.join(":", names))));
        // Other sources are found as classes: what they need besides need not be on the class path.
        Stream<Path> sources = types.all().stream().map(PublicType::source).distinct();
        Stream<Path> descriptions = packages.stream().flatMap(each -> each.description().stream());
        Stream.concat(sources, descriptions).forEach(file -> arguments.add(file.toString()));
        return arguments;
    }

    /** The packages by the folders of their modules. */
    private static Map<String, List<String>> groups(List<PublicPackage> packages) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (PublicPackage each : packages) {
            groups.computeIfAbsent(each.module().group(), first -> new ArrayList<>())
                    .add(each.name());
        }
        return groups;
    }
}
