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
 * Callbacks at the end of imports.
 *
 * <p>Each client has its own secret, derived from the service's, so it can verify its callbacks but cannot sign
 * callbacks to other clients.
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

    /** Closes the HTTP client of the callbacks. */
    void close() throws IOException {
        if (callbacks.isPresent()) {
            callbacks.get().close();
        }
    }

    Optional<Callbacks> callbacks() {
        return callbacks;
    }

    /** The reason why callbacks to this URI are impossible, where they are. */
    Optional<String> refusalOf(URI target) {
        return callbacks
                .map(each -> each.check(target))
                .orElse(Optional.of("is not accepted: callbacks are disabled in this service"));
    }

    List<CallbackSecret> secretsOf(Namespace client) {
        return secret.map(each -> derived(each, client)).stream().toList();
    }

    /** Derives the secret of one client from the service's. */
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
