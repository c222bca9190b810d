package io.counterfoil.springboot.method;

import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.springboot.internal.CanonicalJson;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Arguments and results as JSON, written by the application's own mapper. */
record MethodJson(JsonMapper mapper) {

    /**
     * The fingerprint of a value's canonical JSON.
     *
     * @throws IllegalStateException when it cannot be written
     */
    Fingerprint fingerprint(Method method, @Nullable Object value) {
        try {
            byte[] json = mapper.writeValueAsBytes(value);
            return Fingerprint.of(CanonicalJson.INSTANCE.of(json).orElse(json));
        } catch (JacksonException unwritable) {
            throw new IllegalStateException(
                    "the arguments of " + method
                            + " cannot be written as JSON for the fingerprint: set contents = \"…\" to the part"
                            + " counts",
                    unwritable);
        }
    }

    /**
     * Keeps results of this method of this class.
     *
     * @throws IllegalArgumentException when no result of its type can be read
     */
    PayloadCodec<ReturnedResult> codec(Method method, Class<?> target) {
        return method.getReturnType() == void.class ? nothing() : new ResultJson(mapper, method, target).codec();
    }

    /** Keeps that there was a call, for methods without a result; in format 0. */
    private static PayloadCodec<ReturnedResult> nothing() {
        return PayloadCodec.of(0, result -> new byte[0], bytes -> new ReturnedResult(null));
    }
}
