package io.counterfoil.ledger.api;

import java.io.IOException;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractHttpMessageConverter;

/** Reads a {@link JsonBody}: whole, and not beyond its limit. */
final class JsonBodyConverter extends AbstractHttpMessageConverter<JsonBody> {

    private final int maxBytes;

    JsonBodyConverter(int maxBytes) {
        super(MediaType.APPLICATION_JSON);
        this.maxBytes = maxBytes;
    }

    @Override
    protected boolean supports(Class<?> type) {
        return type == JsonBody.class;
    }

    /** @throws TooLarge when the body has more bytes than are taken */
    @Override
    protected JsonBody readInternal(Class<? extends JsonBody> type, HttpInputMessage message) throws IOException {
        byte[] body = message.getBody().readNBytes(maxBytes + 1);
        if (body.length > maxBytes) {
            throw new TooLarge(maxBytes);
        }
        return Json.object(body);
    }

    @Override
    protected void writeInternal(JsonBody body, HttpOutputMessage message) {
        throw new UnsupportedOperationException("what was asked for is not answered with");
    }

    /** A body is longer than the API takes. */
    static final class TooLarge extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int maxBytes;

        private TooLarge(int maxBytes) {
            super("the body is larger than " + maxBytes + " bytes");
            this.maxBytes = maxBytes;
        }

        int maxBytes() {
            return maxBytes;
        }
    }
}
