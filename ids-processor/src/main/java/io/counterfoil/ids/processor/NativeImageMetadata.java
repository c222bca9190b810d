package io.counterfoil.ids.processor;

import java.util.Collection;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a native image has to know of classes of ids: that {@code IdType.of(X.class)} asks for the class by its name, for its
 * annotation and for its constructor of one UUID.
 */
final class NativeImageMetadata {

    private static final String ENTRY = """
                {
                  "type": "%s",
                  "methods": [{"name": "<init>", "parameterTypes": ["java.util.UUID"]}]
                }""";

    private NativeImageMetadata() {}

    static String path(String project) {
        return "META-INF/native-image/%s/reachability-metadata.json".formatted(project);
    }

    /** The file, as GraalVM's schema 1.2.0 has it. */
    static String json(Collection<String> binaryNames) {
        return new TreeSet<>(binaryNames)
                .stream()
                        .map(name -> ENTRY.formatted(name).indent(4).stripTrailing())
                        .collect(Collectors.joining(",\n", "{\n  \"reflection\": [\n", "\n  ]\n}\n"));
    }
}
