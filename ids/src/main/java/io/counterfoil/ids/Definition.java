package io.counterfoil.ids;

import io.counterfoil.ids.internal.Excerpt;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The place of one class's {@link IdType}, empty until it is first asked for. */
final class Definition<T extends TypedId<T>> {

    private static final Pattern PREFIX = Pattern.compile("[a-z](?:[a-z_]{0,61}[a-z])?");

    private static final boolean IN_NATIVE_IMAGE = System.getProperty("org.graalvm.nativeimage.imagecode") != null;

    private static final ClassValue<Definition<?>> ALL = new ClassValue<>() {
        @Override
        @SuppressWarnings({"unchecked", "rawtypes"}) // checked in get, when the class is looked at
        protected Definition<?> computeValue(Class<?> type) {
            return new Definition(type);
        }
    };

    private final Class<T> idClass;
    private volatile @Nullable IdType<T> type;

    private Definition(Class<T> idClass) {
        this.idClass = idClass;
    }

    @SuppressWarnings("unchecked") // the value of a class was made for that class
    static <T extends TypedId<T>> Definition<T> of(Class<T> idClass) {
        return (Definition<T>) ALL.get(idClass);
    }

    IdType<T> get() {
        IdType<T> found = type;
        return found != null ? found : getInitialised();
    }

    /** A class that defines its type itself, in a constant, does so before anything is looked up. */
    private IdType<T> getInitialised() {
        try {
            Class.forName(idClass.getName(), true, idClass.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    "%s is not found by its own class loader".formatted(idClass.getName()), e);
        }
        IdType<T> found = type;
        return found != null ? found : define(constructor());
    }

    IdType<T> get(Function<UUID, T> constructor) {
        IdType<T> found = type;
        return found != null ? found : define(constructor);
    }

    private synchronized IdType<T> define(Function<UUID, T> constructor) {
        IdType<T> found = type;
        if (found != null) {
            return found;
        }
        Prefix definition = idClass.getAnnotation(Prefix.class);
        if (definition == null) {
            throw new IllegalArgumentException(
                    "%s has no prefix: annotate it with @Prefix(\"...\")".formatted(idClass.getName()));
        }
        if (!PREFIX.matcher(definition.value()).matches()) {
            throw new IllegalArgumentException(
                    "prefix %s of %s must be 1 to %s characters of a-z and _, with no underscore first or last"
                            .formatted(Excerpt.of(definition.value()), idClass.getName(), IdType.MAX_PREFIX_LENGTH));
        }
        DefinedPrefixes.claim(definition.value(), idClass);
        IdType<T> defined = new IdType<>(definition, idClass, constructor);
        type = defined;
        return defined;
    }

    private Function<UUID, T> constructor() {
        try {
            Definition.class.getModule().addReads(idClass.getModule());
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(idClass, MethodHandles.lookup());
            MethodHandle handle = lookup.findConstructor(idClass, MethodType.methodType(void.class, UUID.class));
            return lookup.hasFullPrivilegeAccess() && !IN_NATIVE_IMAGE ? spun(lookup, handle) : calling(handle);
        } catch (IllegalAccessException | NoSuchMethodException | LambdaConversionException unreachable) {
            throw new IllegalArgumentException(
                    "no constructor %s(UUID) can be reached: name it, IdType.of(%s.class, %s::new)"
                            .formatted(idClass.getName(), idClass.getSimpleName(), idClass.getSimpleName()),
                    unreachable);
        }
    }

    /** As fast as a lambda, because it is one; not for a class of another module, and not where no class can be made. */
    @SuppressWarnings("unchecked") // the factory makes what its type says
    private Function<UUID, T> spun(MethodHandles.Lookup lookup, MethodHandle handle) throws LambdaConversionException {
        CallSite site = LambdaMetafactory.metafactory(
                lookup,
                "apply",
                MethodType.methodType(Function.class),
                MethodType.methodType(Object.class, Object.class),
                handle,
                MethodType.methodType(idClass, UUID.class));
        try {
            return (Function<UUID, T>) site.getTarget().invoke();
        } catch (Throwable impossible) {
            throw new IllegalStateException("a lambda without captured values cannot fail to be made", impossible);
        }
    }

    private Function<UUID, T> calling(MethodHandle handle) {
        MethodHandle erased = handle.asType(MethodType.methodType(Object.class, UUID.class));
        return uuid -> {
            try {
                return idClass.cast((Object) erased.invokeExact(uuid));
            } catch (RuntimeException | Error ofTheConstructor) {
                throw ofTheConstructor;
            } catch (Throwable checked) {
                throw new IllegalStateException("the constructor of " + idClass.getName() + " failed", checked);
            }
        };
    }
}
