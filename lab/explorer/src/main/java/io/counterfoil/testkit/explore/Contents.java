package io.counterfoil.testkit.explore;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes the contents of an in-process store by its fields, for {@link Explorer#seeing}.
 *
 * <p>Stores with equal descriptions behave alike. A future instant is described by its distance from the world's time.
 * Past instants are described alike, because the time never goes back in an exploration. Unordered maps and collections
 * are described in sorted order. Supported classes of the JDK are values, atomic numbers and collections.
 */
public final class Contents {

    private static final ClassValue<List<Field>> FIELDS = new ClassValue<>() {
        @Override
        protected List<Field> computeValue(Class<?> type) {
            return fieldsOf(type);
        }
    };

    private final Instant now;
    private final IdentityHashMap<Object, Integer> within = new IdentityHashMap<>();

    private Contents(Instant now) {
        this.now = now;
    }

    /**
     * Describes a store.
     *
     * @throws IllegalArgumentException if the store holds an unsupported class, or is in a module that is closed to
     *     reflection; the message names the class
     */
    public static String of(Object store, World world) {
        return new Contents(world.clock().instant()).describe(store);
    }

    private String describe(@Nullable Object value) {
        if (value == null || value instanceof World || value instanceof InstantSource) {
            return "-";
        }
        if (value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum<?>
                || value instanceof Duration) {
            return value.toString();
        }
        if (value instanceof Instant instant) {
            return instant.isAfter(now) ? "in " + Duration.between(now, instant) : "past";
        }
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        if (value instanceof Optional<?> optional) {
            return optional.map(this::describe).orElse("-");
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> describe(entry.getKey()) + "=" + describe(entry.getValue()))
                    .sorted()
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(this::describe).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Collection<?> collection) {
            return collection.stream().map(this::describe).sorted().collect(Collectors.joining(",", "(", ")"));
        }
        return fields(value);
    }

    private String fields(Object value) {
        if (value.getClass().getName().startsWith("java.")) {
            throw new IllegalArgumentException(
                    "cannot describe a store that holds a " + value.getClass().getName() + "; use another description");
        }
        Integer outer = within.putIfAbsent(value, within.size());
        if (outer != null) {
            return "^" + outer;
        }
        StringBuilder text = new StringBuilder(value.getClass().getSimpleName()).append('(');
        for (Field field : FIELDS.get(value.getClass())) {
            text.append(describe(read(field, value))).append(' ');
        }
        within.remove(value);
        return text.append(')').toString();
    }

    private static List<Field> fieldsOf(Class<?> whole) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = whole; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    open(field);
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static void open(Field field) {
        try {
            field.setAccessible(true);
        } catch (InaccessibleObjectException closed) {
            throw isClosed(field, closed);
        }
    }

    private static @Nullable Object read(Field field, Object value) {
        try {
            return field.get(value);
        } catch (IllegalAccessException closed) {
            throw isClosed(field, closed);
        }
    }

    private static IllegalArgumentException isClosed(Field field, Exception closed) {
        return new IllegalArgumentException(
                field + " is closed to reflection; explore on the class path, or use another description", closed);
    }
}
