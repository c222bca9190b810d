package io.counterfoil.http;

import io.counterfoil.http.message.BodyRate;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.message.ResponseClassifier;
import io.counterfoil.http.message.StoredFields;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.key.IdempotencyKey.OperationName;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How keyed requests of an endpoint are treated where the requirements leave a choice. An immutable value; start from {@link
 * #DEFAULT}. A setting out of its limits is refused at once, by an {@link IllegalArgumentException} that names it.
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

    /** Within what a key is unique: {@link Scope#METHOD_AND_PATH}. */
    public Scope scope() {
        return settings.scope;
    }

    /** The same with another {@link #scope()}. */
    public HttpPolicy withScope(Scope scope) {
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
        return settings.responseCodec.apply(
                StoredResponse.ResponseCodec.keeping(storedFields().without(names().ofOneResponse())));
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
        private Scope scope = Scope.METHOD_AND_PATH;
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

    /** The operation of a request: within it, and within one client, a key is unique. Thread-safe. */
    @FunctionalInterface
    public interface Scope {

        /**
         * The method and the concrete path, without the query: the same key on another path is another request. Spellings of a path that servers find
         * one handler for are one path: percent-encodings, path parameters ({@code ;v=1}) and empty segments make no difference. A path that has a
         * percent-encoding that cannot be decoded, or a segment {@code .} or {@code ..}, is a 400.
         */
        Scope METHOD_AND_PATH = request -> operation("path", request.method() + " " + CanonicalPath.of(request.path()));

        /** The method and the same path with the query as sent, for endpoints whose query selects what is done. */
        Scope METHOD_PATH_AND_QUERY = request -> {
            OperationName path = METHOD_AND_PATH.of(request);
            return request.query()
                    .map(query -> operation("query", path.value() + "?" + query))
                    .orElse(path);
        };

        /**
         * The operation of a request. Called before the client is resolved, so it should be quick.
         *
         * @throws InvalidIdentifierException when it is longer than {@value OperationName#MAX_BYTES} bytes of UTF-8, or unknown; its
         *     kind is the invalid header field, which is a 400, or a part of the target, which is a 414
         */
        OperationName of(RequestHead request);

        /**
         * One name for all requests of an endpoint, whatever their path, or of several endpoints that do the same thing.
         *
         * @throws InvalidIdentifierException when the name is empty or longer than {@value OperationName#MAX_BYTES} bytes
         */
        static Scope named(String name) {
            OperationName operation = new OperationName(name);
            return request -> operation;
        }

        private static OperationName operation(String part, String text) {
            try {
                return new OperationName(text);
            } catch (InvalidIdentifierException invalid) {
                throw new InvalidIdentifierException(part, invalid.reason());
            }
        }
    }

    /** Decides which requests under one key are duplicates, and which are a mistake. Thread-safe. */
    @FunctionalInterface
    public interface Fingerprinting {

        /** The bytes of the body, whatever they mean. */
        Fingerprinting BODY = (head, body) -> Fingerprint.of(body);

        /** Nothing: any request under a used key is a duplicate. */
        Fingerprinting NOTHING = (head, body) -> Fingerprint.of(new byte[0]);

        /**
         * The fingerprint of a request.
         *
         * @param head its head
         * @param body the bytes of its body; of a multipart body, whose bytes differ from try to try, a canonical form
         */
        Fingerprint of(RequestHead head, byte[] body);

        /** This, and the query as sent; none is another than an empty one. */
        default Fingerprinting andQuery() {
            return (head, body) -> joined(of(head, body), head.query().stream().toList());
        }

        /**
         * This, and all values of these header fields, in their order.
         *
         * @throws IllegalArgumentException when one is no name of a header field
         */
        default Fingerprinting andHeaders(String... names) {
            List<String> fields = List.of(names);
            fields.forEach(name -> HeaderNames.checkName("a part of the fingerprint", name));
            return (head, body) -> joined(
                    of(head, body),
                    fields.stream()
                            .map(head::headers)
                            // The number in front, so that no line of one field passes for a line of the next.
                            .flatMap(lines -> Stream.concat(Stream.of(Integer.toString(lines.size())), lines.stream()))
                            .toList());
        }

        private static Fingerprint joined(Fingerprint first, List<String> more) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(first.toByteArray());
            for (String text : more) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                // The length in front, so that no two lists of texts come out the same.
                bytes.writeBytes((utf8.length + ":").getBytes(StandardCharsets.US_ASCII));
                bytes.writeBytes(utf8);
            }
            return Fingerprint.of(bytes.toByteArray());
        }

        /** Turns a body into the form whose bytes count, so that two ways of writing the same thing are one request. */
        @FunctionalInterface
        interface Canonical {

            /** The canonical form; empty where the body cannot be read, whose bytes count then as they are. */
            Optional<byte[]> of(byte[] body);
        }

        /** The canonical form of the body, such as JSON without the accidents of its writing. */
        static Fingerprinting canonical(Canonical form) {
            return new RequestReader.BodyFingerprint(form);
        }
    }

    /**
     * How long a key may be used, counted from the time that is in it: for endpoints whose keys are UUIDv7s (RFC 9562, section 5.7), in either
     * case of letters. A record of a key outlives the key, so that a key that is over and has no record is refused, and never executed.
     *
     * <p>An immutable value; thread-safe.
     */
    public static final class KeyLifetime {

        /** How far any two clocks may differ, of clients and of servers: a key from further ahead is refused. */
        public static final Duration TOLERANCE = Duration.ofMinutes(5);

        /** The longest {@link #duration()}. */
        public static final Duration LONGEST = Duration.ofDays(3650);

        private static final Pattern UUID_V7 =
                Pattern.compile("\\p{XDigit}{8}-\\p{XDigit}{4}-7\\p{XDigit}{3}-[89abAB]\\p{XDigit}{3}-\\p{XDigit}{12}");

        private final Duration duration;
        private final InstantSource clock;

        private KeyLifetime(Duration duration, InstantSource clock) {
            this.duration = duration;
            this.clock = clock;
        }

        /**
         * A lifetime.
         *
         * @param duration positive, and at most {@link #LONGEST}
         * @throws IllegalArgumentException when it is out of its limits
         */
        public static KeyLifetime of(Duration duration) {
            if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(
                        "keyLifetime must be positive and at most " + LONGEST + ", but is " + duration);
            }
            return new KeyLifetime(duration, Clock.systemUTC());
        }

        /** The same, measured by another clock. */
        public KeyLifetime measuredBy(InstantSource other) {
            return new KeyLifetime(duration, other);
        }

        /** How long a key may be used. */
        public Duration duration() {
            return duration;
        }

        /**
         * The least retention of the records of such keys: the lifetime and twice the {@link #TOLERANCE}, once for a client whose clock is
         * ahead, and once for a server whose clock is behind that of the one that made the record.
         */
        public Duration leastRetention() {
            return duration.plus(TOLERANCE.multipliedBy(2));
        }

        /**
         * Refuses a key that has no time, or one too far ahead.
         *
         * @throws InvalidIdentifierException when the key is no UUIDv7, or its time is more than {@link #TOLERANCE} ahead
         */
        public void check(RequestId key) {
            if (!UUID_V7.matcher(key.value()).matches()) {
                throw new InvalidIdentifierException(
                        "idempotency key", "is not a UUIDv7, which this endpoint requires");
            }
            if (made(key).isAfter(clock.instant().plus(TOLERANCE))) {
                throw new InvalidIdentifierException(
                        "idempotency key", "has a time that is more than " + TOLERANCE + " ahead of this server's");
            }
        }

        /** Whether the lifetime of a {@linkplain #check checked} key is over. */
        public boolean isOver(RequestId key) {
            return clock.instant().isAfter(made(key).plus(duration));
        }

        private static Instant made(RequestId key) {
            String millis = key.value().substring(0, 8) + key.value().substring(9, 13);
            return Instant.ofEpochMilli(Long.parseLong(millis, 16));
        }
    }
}
