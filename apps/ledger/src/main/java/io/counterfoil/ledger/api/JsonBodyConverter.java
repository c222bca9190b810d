package io.counterfoil.ledger.api;

import io.counterfoil.http.HttpPolicy;
import io.counterfoil.http.request.BodyRate;
import java.io.IOException;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MaxUploadSizeExceededException;

/**
 * Reads a {@link JsonBody} completely, within the size and time limits that also apply to bodies of requests with an
 * idempotency key in the header.
 */
@Component
final class JsonBodyConverter extends AbstractHttpMessageConverter<JsonBody> {

    private final int maxBytes;
    private final BodyRate rate;

    JsonBodyConverter(HttpPolicy policy) {
        super(MediaType.APPLICATION_JSON);
        this.maxBytes = policy.body().maxBytes();
        this.rate = policy.body().rate();
    }

    @Override
    protected boolean supports(Class<?> type) {
        return type == JsonBody.class;
    }

    /**
     * @throws MaxUploadSizeExceededException when the body exceeds the size limit
     * @throws io.counterfoil.http.request.BodyTooSlowException when it arrives too slowly
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
        throw new UnsupportedOperationException("JsonBody is a request type and is never written");
    }
}
