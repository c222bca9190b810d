package io.counterfoil.ids.processor;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a native image has to know of classes of ids: that {@code IdType.of(X.class)} asks for the class by its name, for its
 * annotation and for its constructor of one value.
 */
final class NativeImageMetadata {

    private static final String ENTRY = """
                {
                  "type": "%s",
                  "methods": [{"name": "<init>", "parameterTypes": ["%s"]}]
                }""";

    private NativeImageMetadata() {}

    static String path(String project) {
        return "META-INF/native-image/%s/reachability-metadata.json".formatted(project);
    }

    /** The file, by binary names and the values that their constructors take, as GraalVM's schema 1.2.0 has it. */
    static String json(Map<String, String> valuesByName) {
        return new TreeMap<>(valuesByName)
                .entrySet().stream()
                        .map(each -> ENTRY.formatted(each.getKey(), each.getValue())
                                .indent(4)
                                .stripTrailing())
                        .collect(Collectors.joining(",\n", "{\n  \"reflection\": [\n", "\n  ]\n}\n"));
    }
}
