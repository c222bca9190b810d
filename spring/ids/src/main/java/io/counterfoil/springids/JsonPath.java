package io.counterfoil.springids;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** Where in a JSON body its reader stopped: {@code transfers[1].from}. */
final class JsonPath {

    private static final String EXCEPTION = "tools.jackson.core.JacksonException";
    private static final String EXCEPTION_2 = "com.fasterxml.jackson.databind.JsonMappingException";
    private static final boolean JACKSON = isPresent(EXCEPTION);
    private static final boolean JACKSON_2 = isPresent(EXCEPTION_2);

    private final StringBuilder path = new StringBuilder();

    private JsonPath() {}

    private static boolean isPresent(String className) {
        return ClassUtils.isPresent(className, JsonPath.class.getClassLoader());
    }

    /** The path; empty for the body as a whole, and for what is no exception of Jackson's. */
    static Optional<String> of(@Nullable Throwable refused) {
        JsonPath path = new JsonPath();
        if (JACKSON) {
            Jackson.append(refused, path);
        }
        if (JACKSON_2) {
            Jackson2.append(refused, path);
        }
        return Optional.of(path.path.toString()).filter(text -> !text.isEmpty());
    }

    private void append(@Nullable String property, int index) {
        if (property == null) {
            path.append('[').append(index).append(']');
        } else {
            path.append(path.isEmpty() ? "" : ".").append(property);
        }
    }

    /** In a native image a class is present only where it may be looked up. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.reflection().registerTypeIfPresent(classLoader, EXCEPTION, type -> {});
            hints.reflection().registerTypeIfPresent(classLoader, EXCEPTION_2, type -> {});
        }
    }

    /** Loaded only where its Jackson is. */
    private static final class Jackson {

        static void append(@Nullable Throwable refused, JsonPath path) {
            if (refused instanceof tools.jackson.core.JacksonException at) {
                at.getPath().forEach(step -> path.append(step.getPropertyName(), step.getIndex()));
            }
        }
    }

    /** Loaded only where its Jackson is. */
    private static final class Jackson2 {

        static void append(@Nullable Throwable refused, JsonPath path) {
            if (refused instanceof com.fasterxml.jackson.databind.JsonMappingException at) {
                at.getPath().forEach(step -> path.append(step.getFieldName(), step.getIndex()));
            }
        }
    }
}
