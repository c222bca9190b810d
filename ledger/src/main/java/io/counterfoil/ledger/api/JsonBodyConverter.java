package io.counterfoil.ledger.api;

import io.counterfoil.http.HttpPolicy;
import java.io.IOException;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** Reads a {@link JsonBody}: whole, and not beyond the limit that a body with a header key has too. */
@Component
final class JsonBodyConverter extends AbstractHttpMessageConverter<JsonBody> {

    private final int maxBytes;

    JsonBodyConverter(HttpPolicy policy) {
        super(MediaType.APPLICATION_JSON);
        this.maxBytes = policy.maxBodyBytes();
    }

    @Override
    protected boolean supports(Class<?> type) {
        return type == JsonBody.class;
    }

    /** @throws MaxUploadSizeExceededException when the body has more bytes than are taken */
    @Override
    protected JsonBody readInternal(Class<? extends JsonBody> type, HttpInputMessage message) throws IOException {
        byte[] body = message.getBody().readNBytes(maxBytes + 1);
        if (body.length > maxBytes) {
            throw new MaxUploadSizeExceededException(maxBytes);
        }
        return Json.object(body);
    }

    @Override
    protected void writeInternal(JsonBody body, HttpOutputMessage message) {
        throw new UnsupportedOperationException("what was asked for is not answered with");
    }
}
