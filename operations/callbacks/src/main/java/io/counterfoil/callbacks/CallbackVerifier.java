package io.counterfoil.callbacks;

import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Verifies that a callback comes from its sender, unmodified and recent: any of the signatures, under any of the
 * receiver's secrets, and a time within the tolerance. It compares in constant time.
 *
 * <pre>{@code
 * CallbackVerifier verifier = CallbackVerifier.of(List.of(CallbackSecret.parse(text)));
 * CallbackVerdict verdict = verifier.verify(name -> Optional.ofNullable(request.getHeader(name)), body);
 * }</pre>
 *
 * <p>An authentic callback may come more than once. Its id is a request ID: a receiver that claims it acts once.
 *
 * <p>Immutable and thread-safe as far as its clock is.
 */
public final class CallbackVerifier {

    /** The default tolerance for the age of a callback, and for times in the future. */
    public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(5);

    private static final int LONGEST_ID = 255;
    private static final int LONGEST_SIGNATURES = 4096;
    private static final int LONGEST_TIMESTAMP = 12;

    private final List<CallbackSecret> secrets;
    private final Duration tolerance;
    private final InstantSource clock;

    private CallbackVerifier(List<CallbackSecret> secrets, Duration tolerance, InstantSource clock) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("a verifier needs at least one secret");
        }
        if (tolerance.isNegative()) {
            throw new IllegalArgumentException("the tolerance must not be negative: " + tolerance);
        }
        this.secrets = List.copyOf(secrets);
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /**
     * {@return a verifier with the default tolerance and the system's clock}
     *
     * @param secrets callbacks that are signed with one of these are accepted; copied
     * @throws IllegalArgumentException when there is none
     */
    public static CallbackVerifier of(List<CallbackSecret> secrets) {
        return new CallbackVerifier(secrets, DEFAULT_TOLERANCE, Clock.systemUTC());
    }

    /**
     * {@return this verifier with another tolerance}
     *
     * @param other how far a callback's time may be in the past or in the future; not negative
     * @throws IllegalArgumentException when negative
     */
    public CallbackVerifier withTolerance(Duration other) {
        return new CallbackVerifier(secrets, other, clock);
    }

    /**
     * {@return this verifier with another clock}
     *
     * @param other gives the time that callbacks are compared with
     */
    public CallbackVerifier withClock(InstantSource other) {
        return new CallbackVerifier(secrets, tolerance, other);
    }

    /**
     * Verifies a callback.
     *
     * @param header the value of a header field of this name, in any case
     * @param body the bytes as they came, before anything has read them as JSON
     * @return whether it is authentic and current, or why not
     */
    public CallbackVerdict verify(Function<String, Optional<String>> header, byte[] body) {
        Optional<String> id = header.apply(CallbackSignature.ID);
        Optional<String> timestamp = header.apply(CallbackSignature.TIMESTAMP);
        Optional<String> signatures = header.apply(CallbackSignature.SIGNATURE);
        if (id.isEmpty() || timestamp.isEmpty() || signatures.isEmpty()) {
            return new CallbackVerdict.Forged("required header fields: %s, %s and %s"
                    .formatted(CallbackSignature.ID, CallbackSignature.TIMESTAMP, CallbackSignature.SIGNATURE));
        }
        if (id.get().isEmpty() || id.get().length() > LONGEST_ID || id.get().indexOf('.') >= 0) {
            return new CallbackVerdict.Forged(CallbackSignature.ID + " is empty, too long, or has a full stop");
        }
        if (!timestamp.get().matches("[0-9]{1," + LONGEST_TIMESTAMP + "}")) {
            return new CallbackVerdict.Forged(CallbackSignature.TIMESTAMP + " is not a number of seconds");
        }
        if (signatures.get().length() > LONGEST_SIGNATURES) {
            return new CallbackVerdict.Forged(CallbackSignature.SIGNATURE + " is too long");
        }
        Instant sentAt = Instant.ofEpochSecond(Long.parseLong(timestamp.get()));
        // To the second, because that is what goes over the wire.
        Instant now = Instant.ofEpochSecond(clock.instant().getEpochSecond());
        if (Duration.between(sentAt, now).abs().compareTo(tolerance) > 0) {
            return new CallbackVerdict.Forged(
                    CallbackSignature.TIMESTAMP + " is more than " + tolerance + " from the current time");
        }
        return isSigned(CallbackSignature.content(id.get(), timestamp.get(), body), signatures.get())
                ? new CallbackVerdict.Authentic(id.get(), sentAt)
                : new CallbackVerdict.Forged("no signature matches");
    }

    private boolean isSigned(byte[] content, String signatures) {
        boolean matches = false;
        for (CallbackSecret secret : secrets) {
            byte[] expected = secret.mac(content);
            for (String signature : signatures.split(" ", -1)) {
                if (signature.startsWith(CallbackSignature.VERSION)) {
                    matches |= MessageDigest.isEqual(expected, decoded(signature));
                }
            }
        }
        return matches;
    }

    private static byte[] decoded(String signature) {
        try {
            return Base64.getDecoder().decode(signature.substring(CallbackSignature.VERSION.length()));
        } catch (IllegalArgumentException notBase64) {
            return new byte[0];
        }
    }
}
