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
import java.util.Locale;
import java.util.Set;

/** What is kept of a response: status, semantic header fields and body (RQ-7), in format 1. */
final class ResponseCodec {

    static final PayloadCodec<Response> CODEC = PayloadCodec.of(1, ResponseCodec::encode, ResponseCodec::decode);

    /** Fields that belong to one connection or one response, and are made afresh for each (RFC 9110, section 7.6.1). */
    private static final Set<String> NOT_KEPT = Set.of(
            "connection",
            "content-length",
            "date",
            "keep-alive",
            "proxy-authenticate",
            "proxy-connection",
            "set-cookie",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private ResponseCodec() {}

    private static byte[] encode(Response response) {
        List<HeaderField> kept = response.headers().stream()
                .filter(field -> !NOT_KEPT.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList();
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
