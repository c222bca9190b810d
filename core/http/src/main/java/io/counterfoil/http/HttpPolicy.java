package io.counterfoil.http;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.BodyRate;
import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.http.request.KeyLifetime;
import io.counterfoil.http.request.KeyScope;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.response.ResponseClassifier;
import io.counterfoil.http.response.ResponseCodec;
import io.counterfoil.http.response.StoredFields;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Settings of keyed requests of an endpoint: key location, scope, fingerprint, limits. An immutable value; start from {@link
 * #DEFAULT}. A setting out of its limits is rejected at once, by an {@link IllegalArgumentException} that names it.
 */
public final class HttpPolicy {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9-]*");

    /** The default policy; each setting documents its default. */
    public static final HttpPolicy DEFAULT = new HttpPolicy(new Draft());

    private final Draft settings;

    private HttpPolicy(Draft settings) {
        settings.check();
        this.settings = settings;
    }

    private HttpPolicy with(Consumer<Draft> change) {
        Draft draft = new Draft(settings);
        change.accept(draft);
        return new HttpPolicy(draft);
    }

    /** The header fields on the wire. */
    public HeaderNames names() {
        return settings.names;
    }

    /** The same with other {@link #names()}. */
    public HttpPolicy withNames(HeaderNames names) {
        return with(draft -> draft.names = names);
    }

    /** The methods that are guarded, in capitals; a key on any other is ignored. POST and PATCH. */
    public Set<String> methods() {
        return settings.methods;
    }

    /** The same with other {@link #methods()}. */
    public HttpPolicy withMethods(Set<String> methods) {
        return with(draft -> draft.methods = Set.copyOf(methods));
    }

    /** Whether a guarded request without a key is refused; it is not. */
    public boolean keyRequired() {
        return settings.keyRequired;
    }

    /** The same with a key required, or not. */
    public HttpPolicy withKeyRequired(boolean keyRequired) {
        return with(draft -> draft.keyRequired = keyRequired);
    }

    /** Where the key is read: {@link KeySource#HEADER}. */
    public KeySource key() {
        return settings.key;
    }

    /** The same with the key in another place. */
    public HttpPolicy withKey(KeySource key) {
        return with(draft -> draft.key = key);
    }

    /** The longest key, in bytes of UTF-8, wherever it is read: {@value RequestId#MAX_BYTES}, which is also the most. */
    public int maxKeyBytes() {
        return settings.maxKeyBytes;
    }

    /** The same with another {@link #maxKeyBytes()}, 1 to {@value RequestId#MAX_BYTES}. */
    public HttpPolicy withMaxKeyBytes(int maxKeyBytes) {
        return with(draft -> draft.maxKeyBytes = maxKeyBytes);
    }

    /** How long a key may be used, where keys are UUIDv7s. None: a key is any text, and its age does not matter. */
    public Optional<KeyLifetime> keyLifetime() {
        return settings.keyLifetime;
    }

    /**
     * The same with keys that are UUIDv7s of at most this age; a key that is older and has no record is refused. The engine's retentions, of
     * named clients and of anonymous ones, must be at least {@link KeyLifetime#leastRetention()}.
     */
    public HttpPolicy withKeyLifetime(KeyLifetime keyLifetime) {
        return with(draft -> draft.keyLifetime = Optional.of(keyLifetime));
    }

    /** Within what a key is unique: {@link KeyScope#METHOD_AND_PATH}. */
    public KeyScope scope() {
        return settings.scope;
    }

    /** The same with another {@link #scope()}. */
    public HttpPolicy withScope(KeyScope scope) {
        return with(draft -> draft.scope = scope);
    }

    /** Which contents are the same: {@link Fingerprinting#BODY}. */
    public Fingerprinting fingerprinting() {
        return settings.fingerprinting;
    }

    /** The same with another {@link #fingerprinting()}. */
    public HttpPolicy withFingerprinting(Fingerprinting fingerprinting) {
        return with(draft -> draft.fingerprinting = fingerprinting);
    }

    /** What is remembered: {@link ResponseClassifier#DEFAULT}. */
    public ResponseClassifier classifier() {
        return settings.remembering;
    }

    /** The same with another {@link #classifier()}. */
    public HttpPolicy withClassifier(ResponseClassifier remembering) {
        return with(draft -> draft.remembering = remembering);
    }

    /** Which header fields are remembered: {@link StoredFields#DEFAULT}. */
    public StoredFields storedFields() {
        return settings.storedFields;
    }

    /** The same with other {@link #storedFields()}. */
    public HttpPolicy withStoredFields(StoredFields storedFields) {
        return with(draft -> draft.storedFields = storedFields);
    }

    /**
     * The codec of stored responses: status, {@link #storedFields()} without what belongs to one response, and body, in format 1, under what
     * {@link #withResponseCodec} put around it.
     */
    PayloadCodec<Response> responseCodec() {
        return settings.responseCodec.apply(ResponseCodec.keeping(storedFields().without(names().ofOneResponse())));
    }

    /**
     * The same with stored responses that pass through another codec: it encrypts what the given codec encodes, redacts the response before,
     * or stores a reference from which {@code decode} rebuilds the response. The first response goes out as the handler made it. A duplicate's
     * client was resolved, and authorized as for any request, before its response is decoded.
     *
     * @param around makes the codec from that of status, fields and body; the result is thread-safe, and has a format number of its own where
     *     its bytes are of another form. Called once for each policy that is used
     */
    public HttpPolicy withResponseCodec(UnaryOperator<PayloadCodec<Response>> around) {
        return with(draft -> draft.responseCodec = around);
    }

    /** The longest body of a keyed request, in bytes; it is held in memory. A mebibyte. */
    public int maxBodyBytes() {
        return settings.maxBodyBytes;
    }

    /** The same with another {@link #maxBodyBytes()}, at least 1. */
    public HttpPolicy withMaxBodyBytes(int maxBodyBytes) {
        return with(draft -> draft.maxBodyBytes = maxBodyBytes);
    }

    /** How fast the body of a keyed request must arrive: {@link BodyRate#DEFAULT}. */
    public BodyRate bodyRate() {
        return settings.bodyRate;
    }

    /** The same with another {@link #bodyRate()}. */
    public HttpPolicy withBodyRate(BodyRate bodyRate) {
        return with(draft -> draft.bodyRate = bodyRate);
    }

    /** Where a person reads how this service treats keys; the problems of keyed requests link to it. None. */
    public Optional<URI> documentation() {
        return settings.documentation;
    }

    /** The same with another {@link #documentation()}, an absolute URI. */
    public HttpPolicy withDocumentation(URI documentation) {
        return with(draft -> draft.documentation = Optional.of(documentation));
    }

    /** The settings while they are being put together; not changed once a policy has them. */
    private static final class Draft {

        private HeaderNames names = HeaderNames.DEFAULT;
        private Set<String> methods = Set.of("POST", "PATCH");
        private boolean keyRequired;
        private KeySource key = KeySource.HEADER;
        private int maxKeyBytes = RequestId.MAX_BYTES;
        private Optional<KeyLifetime> keyLifetime = Optional.empty();
        private KeyScope scope = KeyScope.METHOD_AND_PATH;
        private Fingerprinting fingerprinting = Fingerprinting.BODY;
        private ResponseClassifier remembering = ResponseClassifier.DEFAULT;
        private StoredFields storedFields = StoredFields.DEFAULT;
        private UnaryOperator<PayloadCodec<Response>> responseCodec = UnaryOperator.identity();
        private int maxBodyBytes = 1 << 20;
        private BodyRate bodyRate = BodyRate.DEFAULT;
        private Optional<URI> documentation = Optional.empty();

        Draft() {}

        Draft(Draft other) {
            names = other.names;
            methods = other.methods;
            keyRequired = other.keyRequired;
            key = other.key;
            maxKeyBytes = other.maxKeyBytes;
            keyLifetime = other.keyLifetime;
            scope = other.scope;
            fingerprinting = other.fingerprinting;
            remembering = other.remembering;
            storedFields = other.storedFields;
            responseCodec = other.responseCodec;
            maxBodyBytes = other.maxBodyBytes;
            bodyRate = other.bodyRate;
            documentation = other.documentation;
        }

        void check() {
            if (maxKeyBytes < 1 || maxKeyBytes > RequestId.MAX_BYTES) {
                throw new IllegalArgumentException(
                        "maxKeyBytes must be from 1 to " + RequestId.MAX_BYTES + ", but is " + maxKeyBytes);
            }
            if (maxBodyBytes < 1) {
                throw new IllegalArgumentException("maxBodyBytes must be at least 1, but is " + maxBodyBytes);
            }
            if (methods.isEmpty()) {
                throw new IllegalArgumentException("methods must not be empty: leave the endpoint unguarded instead");
            }
            for (String method : methods) {
                if (SAFE.contains(method.toUpperCase(Locale.ROOT))) {
                    throw new IllegalArgumentException(
                            method + " is safe to repeat and cannot be guarded: remove it from the methods");
                }
                if (!METHOD.matcher(method).matches() || method.equals("CONNECT")) {
                    throw new IllegalArgumentException("methods has \"" + method
                            + "\", which cannot be guarded: methods are in upper case, such as POST");
                }
            }
            if (key instanceof KeySource.InHeader header) {
                for (String alias : header.alsoKnownAs()) {
                    if (names.isOurs(alias)) {
                        throw new IllegalArgumentException("the key's alternative header field " + alias
                                + " is already the name of the key's field: remove one of the two");
                    }
                }
            }
            documentation.filter(uri -> !uri.isAbsolute()).ifPresent(relative -> {
                throw new IllegalArgumentException("documentation must be an absolute URI, but is " + relative);
            });
        }
    }
}
