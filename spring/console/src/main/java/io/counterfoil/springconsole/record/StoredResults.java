package io.counterfoil.springconsole.record;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.response.ResponseCodec;
import io.counterfoil.idempotency.directory.RecordDetail;
import io.counterfoil.idempotency.directory.RecordState;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.result.StoredResult;
import io.counterfoil.idempotency.store.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Stored responses as JSON, for users with the role to see them: status, header fields, body. Thread-safe. */
public final class StoredResults {

    private final PayloadCodec<Response> codec;

    /**
     * Makes a reader of responses. A response of an endpoint with another codec is reported as unreadable.
     *
     * @param policy the one that responses are stored by
     */
    public StoredResults(HttpPolicy policy) {
        this.codec = policy.responses()
                .codec()
                .apply(ResponseCodec.keeping(policy.responses().storedFields()));
    }

    /** The result of a record; {@code stored} is false where there is none. */
    Map<String, Object> json(RecordDetail detail) {
        Map<String, Object> json = new LinkedHashMap<>();
        Optional<Payload> kept = detail.entry().state() == RecordState.ANSWERED ? detail.kept() : Optional.empty();
        try {
            Optional<Payload> payload = kept.map(StoredResult::read).flatMap(StoredResult::payload);
            json.put("stored", payload.isPresent());
            payload.map(codec::decode).ifPresent(response -> add(json, response));
        } catch (IllegalArgumentException unreadable) {
            json.put("unreadable", "not a response under the general settings: " + unreadable.getMessage());
        }
        return json;
    }

    private static void add(Map<String, Object> json, Response response) {
        json.put("status", response.status());
        json.put("headers", response.headers().stream().map(StoredResults::line).toList());
        byte[] body = response.body();
        try {
            json.put(
                    "body",
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(body))
                            .toString());
        } catch (CharacterCodingException noText) {
            json.put("bodyBase64", Base64.getEncoder().encodeToString(body));
        }
    }

    private static String line(HeaderField field) {
        return field.name() + ": " + field.value();
    }
}
