package io.counterfoil.messaging;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** The stored form of a message: a version, the parts that it has, the body last. */
final class MessageCodec {

    private static final int VERSION = 1;

    private MessageCodec() {}

    static byte[] encode(Message message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128 + message.length());
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeUTF(message.topic());
            write(out, message.id());
            write(out, message.key());
            write(out, message.correlationId());
            write(out, message.contentType());
            out.writeBoolean(message.isMandatory());
            out.writeByte(message.headers().size());
            for (Map.Entry<String, String> header : message.headers().entrySet()) {
                out.writeUTF(header.getKey());
                out.writeUTF(header.getValue());
            }
            out.writeInt(message.length());
            out.write(message.body());
        } catch (IOException impossible) {
            throw new UncheckedIOException("memory does not refuse", impossible);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Optional<String> text) throws IOException {
        out.writeUTF(text.orElse(""));
    }

    static Message decode(byte[] encoded) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded))) {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("a message stored in format " + version
                        + " cannot be read by this version, which knows format " + VERSION);
            }
            return read(in);
        } catch (IOException damaged) {
            throw new IllegalArgumentException("a stored message is damaged", damaged);
        }
    }

    private static Message read(DataInputStream in) throws IOException {
        Message message = Message.of(in.readUTF(), new byte[0]);
        message = optional(in).map(message::withId).orElse(message);
        message = optional(in).map(message::withKey).orElse(message);
        message = optional(in).map(message::withCorrelationId).orElse(message);
        message = optional(in).map(message::withContentType).orElse(message);
        message = in.readBoolean() ? message.mandatory() : message;
        int headers = in.readUnsignedByte();
        for (int i = 0; i < headers; i++) {
            message = message.withHeader(in.readUTF(), in.readUTF());
        }
        byte[] body = new byte[in.readInt()];
        in.readFully(body);
        return message.withBody(body);
    }

    private static Optional<String> optional(DataInputStream in) throws IOException {
        return Optional.of(in.readUTF()).filter(text -> !text.isEmpty());
    }
}
