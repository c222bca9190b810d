package io.counterfoil.http.response;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.Response;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is kept of a response: status, semantic header fields and body, in format 1.
 *
 * <p>Format 1: the status as two bytes, the number of fields as two bytes, name and value of each field in Java's modified UTF-8
 * behind its length as two bytes, and the body to the end.
 */
public final class ResponseCodec {

    private ResponseCodec() {}

    /**
     * Keeps some header fields; one that is not among them is not read either, from a response that was stored under another policy.
     *
     * @param fields which header fields are kept
     * @return a codec of responses, in format 1
     */
    public static PayloadCodec<Response> keeping(StoredFields fields) {
        return PayloadCodec.of(1, response -> encode(response, fields), bytes -> decode(bytes, fields));
    }

    private static byte[] encode(Response response, StoredFields fields) {
        List<HeaderField> kept = fields.of(response.headers());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(response.bodyLength() + 128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeShort(response.status());
            out.writeShort(kept.size());
            for (HeaderField field : kept) {
                write(out, field);
            }
            response.writeBodyTo(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, HeaderField field) throws IOException {
        try {
            out.writeUTF(field.name());
            out.writeUTF(field.value());
        } catch (UTFDataFormatException tooLong) {
            throw new IllegalArgumentException(
                    "the header field " + field.name()
                            + " of a response is longer than 65535 bytes and cannot be stored",
                    tooLong);
        }
    }

    private static Response decode(byte[] bytes, StoredFields fields) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int status = in.readShort();
            int count = in.readUnsignedShort();
            List<HeaderField> headers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                headers.add(new HeaderField(in.readUTF(), in.readUTF()));
            }
            byte[] body = new byte[in.available()];
            in.readFully(body);
            return new Response(status, fields.of(headers), body);
        } catch (IOException damaged) {
            throw new IllegalArgumentException("a stored response of " + bytes.length + " bytes is damaged", damaged);
        }
    }
}
