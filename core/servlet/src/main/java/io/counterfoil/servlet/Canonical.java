package io.counterfoil.servlet;

import jakarta.servlet.http.Part;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bodies that a container has taken apart, in a form whose bytes are the same when they are sent again: without the boundary, which
 * every sending makes anew. Each text has its length in front, so that no two bodies come out the same.
 */
final class Canonical {

    private Canonical() {}

    /** Parts in their order: name, file name, content type, length and SHA-256 of the content. */
    static byte[] of(Collection<Part> parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            text("multipart/form-data", out);
            out.writeInt(parts.size());
            for (Part part : parts) {
                text(part.getName(), out);
                text(part.getSubmittedFileName(), out);
                text(part.getContentType(), out);
                out.writeLong(part.getSize());
                out.write(digest(part));
            }
        }
        return bytes.toByteArray();
    }

    /** Parameters in their order. */
    static byte[] of(Map<String, String[]> parameters) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            text(FormParameters.MEDIA_TYPE, out);
            for (Map.Entry<String, String[]> parameter : parameters.entrySet()) {
                text(parameter.getKey(), out);
                out.writeInt(parameter.getValue().length);
                for (String value : parameter.getValue()) {
                    text(value, out);
                }
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory", impossible);
        }
        return bytes.toByteArray();
    }

    private static void text(@Nullable String text, DataOutputStream out) throws IOException {
        byte[] utf8 = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(text == null ? -1 : utf8.length);
        out.write(utf8);
    }

    private static byte[] digest(Part part) throws IOException {
        MessageDigest sha256 = sha256();
        try (InputStream content = part.getInputStream();
                DigestInputStream digesting = new DigestInputStream(content, sha256)) {
            digesting.transferTo(OutputStream.nullOutputStream());
        }
        return sha256.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
