package io.counterfoil.springboot.missing;

import io.counterfoil.springboot.internal.TypedIds;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ResolvableType;
import org.springframework.util.ReflectionUtils;

/** Finds the classes of ids that a value of a type can hold: the type itself, its type arguments, the fields of the application's classes. */
final class TypedIdSearch {

    private static final List<String> LIBRARIES = List.of("java.", "javax.", "jakarta.", "org.springframework.");

    private static final Logger log = LoggerFactory.getLogger(TypedIdSearch.class);

    private final Set<Class<?>> found = new LinkedHashSet<>();
    private final Set<Class<?>> seen = new HashSet<>();

    private TypedIdSearch() {}

    static Set<Class<?>> in(ResolvableType type) {
        TypedIdSearch search = new TypedIdSearch();
        search.visit(type);
        return search.found;
    }

    static boolean isId(Class<?> type) {
        return TypedIds.isTypedId(type) || type.getName().equals("io.counterfoil.ids.generator.ObjectId");
    }

    private void visit(ResolvableType type) {
        Class<?> raw = type.resolve();
        if (raw == null) {
            return;
        }
        if (isId(raw)) {
            found.add(raw);
            return;
        }
        if (raw.isArray()) {
            visit(type.getComponentType());
            return;
        }
        for (ResolvableType argument : type.getGenerics()) {
            visit(argument);
        }
        if (isOfTheApplication(raw) && seen.add(raw)) {
            visitFields(type, raw);
        }
    }

    private void visitFields(ResolvableType type, Class<?> raw) {
        try {
            ReflectionUtils.doWithFields(
                    raw, field -> visit(ResolvableType.forField(field, type)), TypedIdSearch::isContent);
        } catch (IllegalStateException incomplete) {
            // A library's class with a field whose class is absent: no value of it can be read or written either.
            log.debug("{} cannot be searched for typed IDs", raw, incomplete);
        }
    }

    private static boolean isOfTheApplication(Class<?> type) {
        return !type.isPrimitive() && !type.isEnum() && LIBRARIES.stream().noneMatch(type.getName()::startsWith);
    }

    private static boolean isContent(Field field) {
        return !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers());
    }
}
