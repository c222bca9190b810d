package io.counterfoil.http;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Finds the key of a request where its policy says (RQ-1). Two keys in one request are an error. */
record RequestKeys(KeySource source, HeaderNames names) {

    /**
     * The key that the head carries; empty where it carries none, or is not the place.
     *
     * @throws RefusedRequest when there is one and it cannot be read
     */
    Optional<RequestId> inHead(RequestHead head) {
        if (source instanceof KeySource.InHeader header) {
            return inHeader(head, header);
        }
        if (source instanceof KeySource.InPath path) {
            return reading(
                    Problem::badKey,
                    path.variable(),
                    () -> path.template().valueOf(path.variable(), head.path()).map(RequestId::new));
        }
        if (source instanceof KeySource.InQuery query) {
            return reading(Problem::badKey, query.parameter(), () -> inQuery(head, query.parameter()));
        }
        return Optional.empty();
    }

    /**
     * The key that the body carries; empty where it carries none, or is not the place.
     *
     * @throws RefusedRequest when there is one and it cannot be read
     */
    Optional<RequestId> inBody(byte[] body) {
        if (source instanceof KeySource.InBody place) {
            return reading(
                    Problem::badKey,
                    place.field(),
                    () -> place.reader().read(body, place.field()).map(RequestId::new));
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
                throw new RefusedRequest(Problem.badHeader(alias, "is another key than the one in another field"));
            }
            key = key.or(() -> other);
        }
        return key;
    }

    private static Optional<RequestId> inQuery(RequestHead head, String parameter) {
        List<String> values = new ArrayList<>();
        for (String pair : head.query().orElse("").split("&", -1)) {
            int equals = pair.indexOf('=');
            Optional<String> name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            if (name.isPresent() && name.get().equals(parameter)) {
                values.add(decoded(equals < 0 ? "" : pair.substring(equals + 1))
                        .orElseThrow(() -> new InvalidIdentifierException(
                                parameter, "has a percent-encoding that cannot be decoded")));
            }
        }
        once(parameter, values);
        return values.stream().findFirst().map(RequestId::new);
    }

    private static Optional<String> decoded(String text) {
        return Utf8.percentDecode(text.replace('+', ' '));
    }

    /**
     * The one value of a header field, read. Two lines of it are refused also where they say the same: a proxy may join them
     * (RFC 9110, section 5.3), and what a request means must not hang on whether one did.
     *
     * @throws RefusedRequest when it cannot be read, by an answer that names the field
     */
    static <T> Optional<T> single(RequestHead head, String name, Function<String, T> reader) {
        return reading(Problem::badHeader, name, () -> {
            List<String> values = head.headers(name);
            once(name, values);
            return values.stream().findFirst().map(reader);
        });
    }

    static void once(String name, List<String> values) {
        if (values.size() > 1) {
            throw new InvalidIdentifierException(name, "is sent " + values.size() + " times, must be sent once");
        }
    }

    /** An identifier does not know where it was read; the client wants to. */
    private static <T> T reading(BiFunction<String, String, Problem> problem, String place, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (InvalidIdentifierException invalid) {
            throw new RefusedRequest(problem.apply(place, invalid.reason()));
        }
    }
}
