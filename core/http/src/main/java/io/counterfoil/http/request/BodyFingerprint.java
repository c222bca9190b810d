package io.counterfoil.http.request;

import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.key.Fingerprint;

/** The fingerprint of the body and of nothing else. */
record BodyFingerprint(CanonicalForm form) implements Fingerprinting {

    @Override
    public boolean isOfBodyAlone() {
        return true;
    }

    @Override
    public Fingerprint of(RequestHead head, byte[] body) {
        return Fingerprint.of(form.of(body).orElse(body));
    }
}
