package io.counterfoil.signals.caller;

import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.signals.envelope.SignalOutcome;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The identity of a command, as for the receiver. */
record CommandId(String swarmId, String type, RequestId idempotencyKey) {

    static CommandId of(Command command) {
        return new CommandId(command.scope().swarmId(), command.type(), command.idempotencyKey());
    }

    static CommandId of(SignalOutcome outcome) {
        return new CommandId(outcome.scope().swarmId(), outcome.type(), outcome.idempotencyKey());
    }

    /** As one text of bounded length, for the journal, which would take the key alone for one command. */
    RequestId digest() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            for (String part : new String[] {swarmId, type, idempotencyKey.value()}) {
                byte[] utf8 = part.getBytes(StandardCharsets.UTF_8);
                out.writeInt(utf8.length);
                out.write(utf8);
            }
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
            return new RequestId("signal-" + HexFormat.of().formatHex(digest));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
