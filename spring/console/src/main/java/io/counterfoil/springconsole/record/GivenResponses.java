package io.counterfoil.springconsole.record;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.response.ResponseCodec;
import io.counterfoil.http.response.StoredFields;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.springboot.records.BadParameterException;
import io.counterfoil.springboot.records.RecordParameters;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the response that an operator gives for duplicates, and refuses one that duplicates would not get as it is given. Thread-safe. */
public final class GivenResponses {

    private final StoredFields fields;
    private final PayloadCodec<Response> codec;
    private final int maxBytes;

    /**
     * @param http how responses are stored
     * @param maxBytes how long a stored response may be, in bytes
     */
    public GivenResponses(HttpPolicy http, int maxBytes) {
        this.fields = http.responses().storedFields().without(http.names().ofOneResponse());
        this.codec = http.responses().codec().apply(ResponseCodec.keeping(fields));
        this.maxBytes = maxBytes;
    }

    /**
     * The response of an object of JSON: {@code status}, {@code headers} (lines), {@code body} or {@code bodyBase64}.
     *
     * @throws BadParameterException when one cannot be read, or would not be stored
     */
    Response read(Map<String, Object> json) {
        Response response = RecordParameters.response(
                status(json), text(json, "headers"), text(json, "body"), text(json, "bodyBase64"), maxBytes);
        List<HeaderField> kept = fields.of(response.headers());
        response.headers().stream()
                .filter(field -> !kept.contains(field))
                .findFirst()
                .ifPresent(field -> {
                    throw new BadParameterException(
                            "headers",
                            "must not have the field " + field.name() + ", which is not stored for duplicates");
                });
        if (!fields.permitStoring(response)) {
            throw new BadParameterException(
                    "headers", "must not have Cache-Control: no-store, which forbids to store it");
        }
        int length = codec.encode(response).length();
        if (length > maxBytes) {
            throw new BadParameterException(
                    "body",
                    "must have at most " + maxBytes + " bytes together with status and header fields, not " + length);
        }
        return response;
    }

    private static @Nullable String status(Map<String, Object> json) {
        Object status = json.get("status");
        return status instanceof Number number ? String.valueOf(number) : text(json, "status");
    }

    private static @Nullable String text(Map<String, Object> json, String field) {
        Object value = json.get(field);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new BadParameterException(
                field, field.equals("status") ? "must be a number from 200 to 599" : "must be a text");
    }
}
