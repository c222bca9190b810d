package io.counterfoil.http;

import io.counterfoil.idempotency.PayloadCodec;
import io.counterfoil.idempotency.store.Payload;
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

/**
 * What is kept of a response: status, semantic header fields and body (RQ-7), in format 1.
 *
 * <p>A response over the limit is not cut: a problem is kept in its place, which tells a duplicate that the request was
 * carried out and its response is gone.
 */
final class ResponseCodec implements PayloadCodec<Response> {

    private static final int FORMAT = 1;

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

    private final int maxStoredBytes;

    ResponseCodec(int maxStoredBytes) {
        this.maxStoredBytes = maxStoredBytes;
    }

    /** Whether duplicates will get the response itself. */
    boolean fits(Response response) {
        return bytesOf(response).length <= maxStoredBytes;
    }

    @Override
    public Payload encode(Response response) {
        byte[] whole = bytesOf(response);
        return new Payload(FORMAT, whole.length <= maxStoredBytes ? whole : bytesOf(notStored(response)));
    }

    private Response notStored(Response response) {
        return Problem.of(
                        409,
                        ProblemTypes.RESPONSE_NOT_STORED,
                        "Response not stored",
                        "the request was carried out and answered with status %d; that response was larger than %d bytes and was not kept"
                                .formatted(response.status(), maxStoredBytes))
                .toResponse();
    }

    private static byte[] bytesOf(Response response) {
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

    @Override
    public Response decode(Payload payload) {
        if (payload.format() != FORMAT) {
            throw new IllegalArgumentException("a response kept in format " + payload.format()
                    + " cannot be read by this version, which knows format " + FORMAT);
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload.toByteArray()))) {
            int status = in.readShort();
            int count = in.readUnsignedShort();
            List<HeaderField> headers = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                headers.add(new HeaderField(in.readUTF(), in.readUTF()));
            }
            return new Response(status, headers, in.readAllBytes());
        } catch (IOException damaged) {
            throw new IllegalArgumentException("a kept response is damaged: " + payload, damaged);
        }
    }
}
