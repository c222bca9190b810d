package io.counterfoil.http;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a request carries its key: in a header field, its path, its query or its body. Only that place is read; a key
 * elsewhere is the application's own. An immutable value.
 */
public sealed interface KeySource {

    /** The header field that the {@link HeaderNames} say. */
    KeySource HEADER = new InHeader(List.of());

    /** What the key is called in an error: the name of a header field, a path variable, a parameter, a field of the body. */
    String nameIn(HeaderNames names);

    /** The place in words, as in {@code the path variable key}. */
    String placeIn(HeaderNames names);

    /**
     * The header field of the {@link HeaderNames}, and others that clients know it by. Where two of them carry a key, both must be
     * the same key.
     *
     * @throws IllegalArgumentException when one is no name of a header field, or is there twice
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

    /**
     * A parameter of the query, decoded as a form's ({@code +} is a space); sent twice it is refused.
     *
     * @throws IllegalArgumentException when it has no name
     */
    static KeySource query(String parameter) {
        return new InQuery(parameter);
    }

    /**
     * A field of the body, found by this reader.
     *
     * @throws IllegalArgumentException when it has no name
     */
    static KeySource body(String field, BodyReader reader) {
        return new InBody(field, reader);
    }

    /** In a header field. */
    record InHeader(List<String> alsoKnownAs) implements KeySource {

        /** Copies and checks. */
        public InHeader {
            alsoKnownAs = List.copyOf(alsoKnownAs);
            LinkedHashSet<String> seen = new LinkedHashSet<>();
            for (String name : alsoKnownAs) {
                HeaderNames.checkName("the alternative name of the key's header field", name);
                if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                    throw new IllegalArgumentException("the header field " + name + " is repeated");
                }
            }
        }

        @Override
        public String nameIn(HeaderNames names) {
            return names.idempotencyKey();
        }

        @Override
        public String placeIn(HeaderNames names) {
            return "the header field " + names.idempotencyKey();
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

        @Override
        public String placeIn(HeaderNames names) {
            return "the path variable " + variable;
        }
    }

    /** In the query. */
    record InQuery(String parameter) implements KeySource {

        /** Checks. */
        public InQuery {
            checkName("a parameter of the query", parameter);
        }

        @Override
        public String nameIn(HeaderNames names) {
            return parameter;
        }

        @Override
        public String placeIn(HeaderNames names) {
            return "the query parameter " + parameter;
        }
    }

    /** In the body. */
    record InBody(String field, BodyReader reader) implements KeySource {

        /** Checks. */
        public InBody {
            checkName("a field of the body", field);
        }

        @Override
        public String nameIn(HeaderNames names) {
            return field;
        }

        @Override
        public String placeIn(HeaderNames names) {
            return "the body field " + field;
        }
    }

    private static void checkName(String what, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(what + " needs a name, not \"" + name + '"');
        }
    }

    /** Finds a field of a body in some format. Thread-safe. */
    @FunctionalInterface
    interface BodyReader {

        /**
         * The text of the field; empty where there is none, or the body is none of that format, which is the handler's to refuse.
         *
         * @throws InvalidIdentifierException when there is such a field, and it is no text, or is there twice
         */
        Optional<String> read(byte[] body, String field);

        /** The whole body as UTF-8, every byte of it, for bodies that are nothing but a key; empty where the body is. */
        BodyReader WHOLE = (body, field) -> {
            if (body.length == 0) {
                return Optional.empty();
            }
            return Optional.of(
                    Utf8.decode(body).orElseThrow(() -> new InvalidIdentifierException(field, "is not UTF-8")));
        };
    }
}
