package io.counterfoil.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Where a request carries its key (RQ-1): in a header field, its path, its query or its body. */
public sealed interface KeySource {

    /** The header field that the {@link HeaderNames} say. */
    KeySource HEADER = new InHeader(List.of());

    /** What the key is called in an error: the name of a header field, a path variable, a parameter, a field of the body. */
    String nameIn(HeaderNames names);

    /**
     * The header field of the {@link HeaderNames}, and others that clients know it by. Where two of them carry a key, both must be
     * the same key.
     */
    static KeySource header(String... alsoKnownAs) {
        return new InHeader(List.of(alsoKnownAs));
    }

    /**
     * A variable of the path, such as {@code key} in {@code PUT /v1/transfers/{key}}.
     *
     * @throws IllegalArgumentException when the template has no such variable
     */
    static KeySource path(PathTemplate template, String variable) {
        return new InPath(template, variable);
    }

    /** A parameter of the query, decoded. */
    static KeySource query(String parameter) {
        return new InQuery(parameter);
    }

    /** A field of the body, found by this reader. */
    static KeySource body(String field, BodyReader reader) {
        return new InBody(field, reader);
    }

    /** In a header field. */
    record InHeader(List<String> alsoKnownAs) implements KeySource {

        /** Copies. */
        public InHeader {
            alsoKnownAs = List.copyOf(alsoKnownAs);
        }

        @Override
        public String nameIn(HeaderNames names) {
            return names.idempotencyKey();
        }
    }

    /** In the path. */
    record InPath(PathTemplate template, String variable) implements KeySource {

        /** Checks. */
        public InPath {
            if (!template.hasVariable(variable)) {
                throw new IllegalArgumentException("the path " + template + " has no variable {" + variable + "}");
            }
        }

        @Override
        public String nameIn(HeaderNames names) {
            return variable;
        }
    }

    /** In the query. */
    record InQuery(String parameter) implements KeySource {

        @Override
        public String nameIn(HeaderNames names) {
            return parameter;
        }
    }

    /** In the body. */
    record InBody(String field, BodyReader reader) implements KeySource {

        @Override
        public String nameIn(HeaderNames names) {
            return field;
        }
    }

    /** Finds a field of a body in some format. Thread-safe. */
    @FunctionalInterface
    interface BodyReader {

        /**
         * The text of the field; empty where there is none, or the body is none of that format, which is the handler's to refuse.
         *
         * @throws io.counterfoil.idempotency.key.InvalidIdentifierException when there is such a field, and it is no text
         */
        Optional<String> read(byte[] body, String field);

        /** The whole body as UTF-8, for bodies that are nothing but a key. */
        BodyReader WHOLE = (body, field) ->
                body.length == 0 ? Optional.empty() : Optional.of(new String(body, StandardCharsets.UTF_8).strip());
    }
}
