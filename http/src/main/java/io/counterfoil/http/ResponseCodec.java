package io.counterfoil.http;

import io.counterfoil.idempotency.PayloadCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** What is kept of a response: status, semantic header fields and body (RQ-7), in format 1. */
final class ResponseCodec {

    private ResponseCodec() {}

    static PayloadCodec<Response> keeping(StoredFields fields) {
        return PayloadCodec.of(1, response -> encode(response, fields), ResponseCodec::decode);
    }

    private static byte[] encode(Response response, StoredFields fields) {
        List<HeaderField> kept = fields.of(response.headers());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(response.bodyLength() + 128);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeShort(response.status());
            out.writeShort(kept.size());
            for (HeaderField field : kept) {
                out.writeUTF(field.name());
                out.writeUTF(field.value());
            }
            out.write(response.body());
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    private static Response decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int status = in.readShort();
            int count = in.readUnsignedShort();
            List<HeaderField> headers = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                headers.add(new HeaderField(in.readUTF(), in.readUTF()));
            }
            return new Response(status, headers, in.readAllBytes());
        } catch (IOException damaged) {
            throw new IllegalArgumentException("a kept response of " + bytes.length + " bytes is damaged", damaged);
        }
    }
}
