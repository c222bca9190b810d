package io.counterfoil.ledger.api;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.message.BodyRate;
import java.io.IOException;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/** Reads a {@link JsonBody}: whole, and within the limits of size and time that a body with a header key has too. */
@Component
final class JsonBodyConverter extends AbstractHttpMessageConverter<JsonBody> {

    private final int maxBytes;
    private final BodyRate rate;

    JsonBodyConverter(HttpPolicy policy) {
        super(MediaType.APPLICATION_JSON);
        this.maxBytes = policy.maxBodyBytes();
        this.rate = policy.bodyRate();
    }

    @Override
    protected boolean supports(Class<?> type) {
        return type == JsonBody.class;
    }

    /**
     * @throws MaxUploadSizeExceededException when the body has more bytes than are taken
     * @throws io.counterfoil.http.message.BodyRate.BodyTooSlowException when it arrives too slowly
     */
    @Override
    protected JsonBody readInternal(Class<? extends JsonBody> type, HttpInputMessage message) throws IOException {
        byte[] body = rate.watch(message.getBody()).readNBytes(maxBytes + 1);
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
