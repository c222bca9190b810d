package io.counterfoil.ids;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The place of one class's {@link IdType}, empty until it is first asked for. */
final class Definition<T extends AnyTypedId<T>> {

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
    static <T extends AnyTypedId<T>> Definition<T> of(Class<T> idClass) {
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
                    "%s cannot be found by its class loader".formatted(idClass.getName()), e);
        }
        IdType<T> found = type;
        return found != null ? found : define(constructor());
    }

    IdType<T> get(Function<Object, T> constructor) {
        IdType<T> found = type;
        return found != null ? found : define(constructor);
    }

    private synchronized IdType<T> define(Function<Object, T> constructor) {
        IdType<T> found = type;
        if (found != null) {
            return found;
        }
        Prefix definition = idClass.getAnnotation(Prefix.class);
        if (definition == null) {
            throw new IllegalArgumentException(
                    "%s has no prefix: annotate it with @Prefix(\"...\")".formatted(idClass.getName()));
        }
        List<TextForm> forms = TextForms.of(definition, idClass);
        DefinedPrefixes.claim(TextForms.prefixes(forms), idClass);
        IdType<T> defined = new IdType<>(definition, forms, idClass, constructor);
        type = defined;
        return defined;
    }

    private Function<Object, T> constructor() {
        ValueKind kind = ValueKind.of(idClass);
        try {
            Definition.class.getModule().addReads(idClass.getModule());
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(idClass, MethodHandles.lookup());
            MethodHandle handle = lookup.findConstructor(idClass, MethodType.methodType(void.class, kind.parameter()));
            return lookup.hasFullPrivilegeAccess() && !IN_NATIVE_IMAGE ? spun(lookup, handle, kind) : calling(handle);
        } catch (IllegalAccessException | NoSuchMethodException | LambdaConversionException unreachable) {
            throw new IllegalArgumentException(
                    "no constructor %s(%s) is accessible: pass it, IdType.%s(%s.class, %s::new)"
                            .formatted(
                                    idClass.getName(),
                                    kind.parameter().getSimpleName(),
                                    kind == ValueKind.OBJECT_ID ? "ofObjectIds" : "of",
                                    idClass.getSimpleName(),
                                    idClass.getSimpleName()),
                    unreachable);
        }
    }

    /** As fast as a lambda, because it is one; not for a class of another module, and not where no class can be made. */
    @SuppressWarnings("unchecked") // the factory makes what its type says
    private Function<Object, T> spun(MethodHandles.Lookup lookup, MethodHandle handle, ValueKind kind)
            throws LambdaConversionException {
        Class<?> erased = kind.parameter().isPrimitive() ? kind.parameter() : Object.class;
        CallSite site = LambdaMetafactory.metafactory(
                lookup,
                "apply",
                MethodType.methodType(kind.functionType()),
                MethodType.methodType(Object.class, erased),
                handle,
                MethodType.methodType(idClass, kind.parameter()));
        try {
            Object function = site.getTarget().invoke();
            return function instanceof LongFunction<?> ofNumber
                    ? number -> (T) ofNumber.apply((Long) number)
                    : (Function<Object, T>) function;
        } catch (Throwable impossible) {
            throw new IllegalStateException("a lambda without captured values can always be created", impossible);
        }
    }

    private Function<Object, T> calling(MethodHandle handle) {
        MethodHandle erased = handle.asType(MethodType.methodType(Object.class, Object.class));
        return value -> {
            try {
                return idClass.cast((Object) erased.invokeExact(value));
            } catch (RuntimeException | Error ofTheConstructor) {
                throw ofTheConstructor;
            } catch (Throwable checked) {
                throw new IllegalStateException("the constructor of " + idClass.getName() + " failed", checked);
            }
        };
    }
}
