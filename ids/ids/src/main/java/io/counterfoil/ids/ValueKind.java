package io.counterfoil.ids;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.LongFormat;
import io.counterfoil.ids.text.UuidBytes;
import io.counterfoil.ids.text.UuidFormat;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What ids wrap. Values are passed as objects: one that is no instance of {@link #valueClass} is a fault of the caller. */
enum ValueKind {
    UUID(java.util.UUID.class, java.util.UUID.class, Function.class, UuidBytes.LENGTH) {
        @Override
        @Nullable
        Body body(IdFormat format) {
            return named(UuidFormat.values(), format, Body.OfUuid::new);
        }

        @Override
        Object next(Class<?> idClass) {
            return UuidV7.next();
        }

        @Override
        byte[] bytes(Object value) {
            return UuidBytes.of((java.util.UUID) value);
        }

        @Override
        Object value(byte[] bytes) {
            return UuidBytes.toUuid(bytes);
        }
    },

    LONG(Long.class, long.class, LongFunction.class, Long.BYTES) {
        @Override
        @Nullable
        Body body(IdFormat format) {
            return format == IdFormat.DECIMAL
                    ? new Body.Decimal()
                    : named(LongFormat.values(), format, Body.OfLong::new);
        }

        @Override
        Object next(Class<?> idClass) {
            throw new UnsupportedOperationException(
                    "%s has a long value, for which there is no default generator: pass a value, such as snowflake.generate(), to its constructor"
                            .formatted(idClass.getName()));
        }

        @Override
        byte[] bytes(Object value) {
            return ByteBuffer.allocate(Long.BYTES).putLong((Long) value).array();
        }

        @Override
        Object value(byte[] bytes) {
            if (bytes.length != Long.BYTES) {
                throw InvalidIdException.length("%s bytes expected, found %s".formatted(Long.BYTES, bytes.length));
            }
            return ByteBuffer.wrap(bytes).getLong();
        }
    },

    OBJECT_ID(ObjectId.class, ObjectId.class, Function.class, ObjectId.LENGTH) {
        @Override
        @Nullable
        Body body(IdFormat format) {
            return named(ObjectId.Format.values(), format, Body.OfObjectId::new);
        }

        @Override
        Object next(Class<?> idClass) {
            return ObjectId.next();
        }

        @Override
        byte[] bytes(Object value) {
            return ((ObjectId) value).toByteArray();
        }

        @Override
        Object value(byte[] bytes) {
            return ObjectId.of(bytes);
        }
    };

    private final Class<?> valueClass;
    private final Class<?> parameter;
    private final Class<?> functionType;
    private final int length;

    ValueKind(Class<?> valueClass, Class<?> parameter, Class<?> functionType, int length) {
        this.valueClass = valueClass;
        this.parameter = parameter;
        this.functionType = functionType;
        this.length = length;
    }

    /** The texts of the value's own format of this name; null where it has none. */
    private static <E extends Enum<E>> @Nullable Body named(E[] own, IdFormat format, Function<E, Body> body) {
        for (E one : own) {
            if (one.name().equals(format.name())) {
                return body.apply(one);
            }
        }
        return null;
    }

    /** The kind of a class that is one of typed ids. */
    static ValueKind of(Class<?> idClass) {
        if (TypedId.class.isAssignableFrom(idClass)) {
            return UUID;
        }
        return TypedLongId.class.isAssignableFrom(idClass) ? LONG : OBJECT_ID;
    }

    static Object valueOf(AnyTypedId<?> id) {
        if (id instanceof TypedId<?> uuid) {
            return uuid.value();
        }
        return id instanceof TypedLongId<?> number ? (Object) number.value() : ((TypedObjectId<?>) id).value();
    }

    /** {@link java.util.UUID}, {@link Long} or {@link ObjectId}. */
    Class<?> valueClass() {
        return valueClass;
    }

    /** How many bytes a value has. */
    int length() {
        return length;
    }

    /** What a constructor takes. */
    Class<?> parameter() {
        return parameter;
    }

    /** What a constructor is as a function: of {@link #parameter}, or of what that is to the compiler after erasure. */
    Class<?> functionType() {
        return functionType;
    }

    /** The texts of a format; null where the value has none of it. */
    abstract @Nullable Body body(IdFormat format);

    /**
     * The text that a value has by itself, without a prefix; none of a {@code long}: the numbers of two kinds of entity are often
     * equal, so that one could be read as the other.
     */
    @Nullable
    TextForm ownText() {
        IdFormat own = this == UUID ? IdFormat.HEX : IdFormat.BASE16;
        Body body = body(own);
        return this == LONG || body == null ? null : TextForm.of("", own, true, body);
    }

    /** A new value, of the generator that the process shares. */
    abstract Object next(Class<?> idClass);

    /** In the order of the texts. */
    abstract byte[] bytes(Object value);

    /** The value of bytes, or an {@link InvalidIdException} where they are more or fewer. */
    abstract Object value(byte[] bytes);
}
