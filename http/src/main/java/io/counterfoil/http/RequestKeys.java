package io.counterfoil.http;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the key of a request where its policy says (RQ-1). Two different keys in one request are an error. */
record RequestKeys(KeySource source, HeaderNames names) {

    /**
     * The key that the head carries; empty where it carries none, or is not the place.
     *
     * @throws InvalidIdentifierException when there is one and it cannot be read; its kind is the name of the place
     */
    Optional<RequestId> inHead(RequestHead head) {
        if (source instanceof KeySource.InHeader header) {
            return inHeader(head, header);
        }
        if (source instanceof KeySource.InPath path) {
            return path.template()
                    .match(head.path())
                    .flatMap(variables -> Optional.ofNullable(variables.get(path.variable())))
                    .map(value -> naming(path.variable(), value, RequestId::new));
        }
        if (source instanceof KeySource.InQuery query) {
            return inQuery(head, query);
        }
        return Optional.empty();
    }

    /** The key that the body carries; empty where it carries none, or is not the place. */
    Optional<RequestId> inBody(byte[] body) {
        if (source instanceof KeySource.InBody place) {
            return place.reader().read(body, place.field()).map(text -> naming(place.field(), text, RequestId::new));
        }
        return Optional.empty();
    }

    boolean isInBody() {
        return source instanceof KeySource.InBody;
    }

    private Optional<RequestId> inHeader(RequestHead head, KeySource.InHeader header) {
        Optional<RequestId> key = single(head, names.idempotencyKey(), KeyField::parse);
        for (String alias : header.alsoKnownAs()) {
            Optional<RequestId> other = single(head, alias, KeyField::parse);
            if (key.isPresent() && other.isPresent() && !key.equals(other)) {
                throw new InvalidIdentifierException(alias, "is another key than the one in another field");
            }
            key = key.or(() -> other);
        }
        return key;
    }

    private static Optional<RequestId> inQuery(RequestHead head, KeySource.InQuery query) {
        List<String> values = new ArrayList<>();
        for (String pair : head.query().orElse("").split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(query.parameter(), equals < 0 ? pair : pair.substring(0, equals));
            if (name.equals(query.parameter())) {
                values.add(decoded(query.parameter(), equals < 0 ? "" : pair.substring(equals + 1)));
            }
        }
        once(query.parameter(), values);
        return values.stream().findFirst().map(value -> naming(query.parameter(), value, RequestId::new));
    }

    private static String decoded(String parameter, String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException undecodable) {
            throw new InvalidIdentifierException(parameter, "has a percent-encoding that cannot be decoded");
        }
    }

    /** The one value of a header field, read; the error of who cannot read it names the field. */
    static <T> Optional<T> single(RequestHead head, String name, Function<String, T> reader) {
        List<String> values = head.headers(name);
        once(name, values);
        return values.stream().findFirst().map(value -> naming(name, value, reader));
    }

    private static void once(String name, List<String> values) {
        if (values.size() > 1) {
            throw new InvalidIdentifierException(name, "is sent " + values.size() + " times, must be sent once");
        }
    }

    /** An identifier does not know where it was read; the client wants to. */
    private static <T> T naming(String place, String value, Function<String, T> reader) {
        try {
            return reader.apply(value);
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidIdentifierException(place, invalid.reason());
        }
    }
}
