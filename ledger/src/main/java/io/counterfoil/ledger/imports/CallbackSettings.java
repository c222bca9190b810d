package io.counterfoil.ledger.imports;

import io.counterfoil.callbacks.CallbackSecret;
import io.counterfoil.callbacks.Callbacks;
import io.counterfoil.entities.Namespace;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Whether and how clients are told of the end of their imports.
 *
 * <p>Each client has a secret of its own, derived from the service's: it can check what it gets, and sign nothing for another one.
 */
public final class CallbackSettings {

    private static final String ALGORITHM = "HmacSHA256";

    private final Optional<Callbacks> callbacks;
    private final Optional<CallbackSecret> secret;

    private CallbackSettings(Optional<Callbacks> callbacks, Optional<CallbackSecret> secret) {
        this.callbacks = callbacks;
        this.secret = secret;
    }

    static CallbackSettings none() {
        return new CallbackSettings(Optional.empty(), Optional.empty());
    }

    static CallbackSettings of(Callbacks callbacks, CallbackSecret secret) {
        return new CallbackSettings(Optional.of(callbacks), Optional.of(secret));
    }

    /** Closes what callbacks are made by. */
    void close() throws IOException {
        if (callbacks.isPresent()) {
            callbacks.get().close();
        }
    }

    Optional<Callbacks> callbacks() {
        return callbacks;
    }

    /** Why no callback can be made there, if none can. */
    Optional<String> refusalOf(URI target) {
        return callbacks
                .map(each -> each.check(target))
                .orElse(Optional.of("is not taken: this service makes no callbacks"));
    }

    List<CallbackSecret> secretsOf(Namespace client) {
        return secret.map(each -> derived(each, client)).stream().toList();
    }

    /** The secret of one client, from the service's. */
    public static CallbackSecret derived(CallbackSecret secret, Namespace client) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.text().getBytes(StandardCharsets.UTF_8), ALGORITHM));
            return CallbackSecret.of(mac.doFinal(("callback " + client.stored()).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException | InvalidKeyException impossible) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
        }
    }
}
