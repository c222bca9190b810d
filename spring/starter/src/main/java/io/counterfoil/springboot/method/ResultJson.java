package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.result.PayloadCodec;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.TypeBindings;
import tools.jackson.databind.type.TypeFactory;

/**
 * Results of one method as JSON. A result that a duplicate would not get as it was is rejected where it is written, which is before the
 * commit of the work.
 *
 * <p>A result passes that equals what is read from its JSON. Where its class has no {@code equals}, what was read must be of its class, and
 * be written as the same JSON again, with the class of each value whose declared type does not show it. Dates keep their zone and offset,
 * whatever the mapper does with those of requests. Thread-safe.
 */
final class ResultJson {

    private final Method method;
    private final JavaType type;
    private final JsonMapper mapper;
    private final JsonMapper withTypes;

    /** @throws IllegalArgumentException when no value of the method's return type can be read */
    ResultJson(JsonMapper mapper, Method method, Class<?> target) {
        this.method = method;
        this.mapper = mapper;
        this.type = returned(mapper.getTypeFactory(), method, target);
        this.withTypes = mapper.rebuild().setDefaultTyping(new ValueTypes()).build();
        ReadableType.problem(mapper, type).ifPresent(problem -> {
            throw new IllegalArgumentException(
                    "a duplicate of a call of " + target.getName() + " gets the result from its JSON, from which "
                            + type.toCanonical() + " cannot be read: " + problem
                            + ". Return a record, a class that Jackson can create, a type with @JsonTypeInfo, or void");
        });
    }

    /** With the type arguments that the class gives its superclasses. */
    private static JavaType returned(TypeFactory types, Method method, Class<?> target) {
        JavaType declaring = types.constructType(target).findSuperType(method.getDeclaringClass());
        return types.resolveMemberType(
                method.getGenericReturnType(),
                declaring == null ? TypeBindings.emptyBindings() : declaring.getBindings());
    }

    /** Keeps results in format 1. */
    PayloadCodec<ReturnedResult> codec() {
        return PayloadCodec.of(1, result -> write(result.value()), bytes -> new ReturnedResult(read(bytes)));
    }

    private @Nullable Object read(byte[] json) {
        return mapper.readerFor(type)
                .without(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .readValue(json);
    }

    private byte[] write(@Nullable Object value) {
        try {
            byte[] json = mapper.writerFor(type)
                    .with(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                    .writeValueAsBytes(value);
            Object again = read(json);
            if (!Objects.deepEquals(value, again) && !isSame(value, again)) {
                throw unreadable("it would be read as another value", null);
            }
            return json;
        } catch (JacksonException failed) {
            throw unreadable(failed.getOriginalMessage(), failed);
        }
    }

    private boolean isSame(@Nullable Object value, @Nullable Object again) {
        return value != null
                && again != null
                && (value.getClass() == again.getClass() || (isContainer(value) && isContainer(again)))
                && JsonEquality.equal(mapper, typed(value), typed(again));
    }

    private static boolean isContainer(Object value) {
        return value instanceof Collection || value instanceof Map;
    }

    private byte[] typed(Object value) {
        return withTypes
                .writerFor(type)
                .with(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
                .writeValueAsBytes(value);
    }

    private IllegalStateException unreadable(String why, @Nullable Exception cause) {
        return new IllegalStateException(
                "the result of " + method
                        + " cannot be replayed to duplicates, so the call fails: its JSON cannot be read as "
                        + type.toCanonical() + " (" + why
                        + "). Return a record, a class that Jackson reads as it writes it, a type with @JsonTypeInfo, or void",
                cause);
    }
}
