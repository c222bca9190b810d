package io.counterfoil.http;

import io.counterfoil.idempotency.key.Fingerprint;

/** The fingerprint of the body and of nothing else. */
record BodyFingerprint(Canonical form) implements Fingerprinting {

    /** Whether the body is all that this one looks at, so that what differs under a used key can be named. */
    static boolean isAllOf(Fingerprinting fingerprinting) {
        return fingerprinting == BODY || fingerprinting instanceof BodyFingerprint;
    }

    @Override
    public Fingerprint of(RequestHead head, byte[] body) {
        return Fingerprint.of(form.of(body).orElse(body));
    }
}
