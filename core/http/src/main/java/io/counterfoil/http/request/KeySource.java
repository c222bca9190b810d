package io.counterfoil.http.request;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.RequestHead;
import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.key.RequestId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where a request carries its key: in a header field, its path, its query or its body. Only that place is read; a key
 * elsewhere is the application's own. An immutable value.
 */
public sealed interface KeySource {

    /** The header field that {@link HeaderNames#idempotencyKey()} names. */
    KeySource HEADER = new InHeader(List.of());

    /**
     * {@return what the key is called in an error: the name of a header field, a path variable, a parameter, a field of the body}
     *
     * @param names the header fields on the wire
     */
    String nameIn(HeaderNames names);

    /**
     * {@return the place in words, as in {@code the path variable key}}
     *
     * @param names the header fields on the wire
     */
    String placeIn(HeaderNames names);

    /**
     * {@return the key in the head of a request; empty where it has none, or where the key is in the body}
     *
     * @param head the request's head
     * @param names the header fields on the wire
     * @param toKey makes the key of its text, and throws an {@link InvalidIdentifierException} where it cannot
     * @throws InvalidIdentifierException when there is a key that cannot be read; its kind is the place, as {@link #nameIn} has it, or an alternative
     *     header field
     */
    Optional<RequestId> inHead(RequestHead head, HeaderNames names, Function<String, RequestId> toKey);

    /**
     * {@return the header field that {@link HeaderNames#idempotencyKey()} names, and others that clients know it by} Where two of them
     * carry a key, both must be the same key.
     *
     * @param alsoKnownAs the names of the other fields
     * @throws IllegalArgumentException when one is no name of a header field, or is there twice
     */
    static KeySource header(String... alsoKnownAs) {
        return new InHeader(List.of(alsoKnownAs));
    }

    /**
     * {@return a variable of the path, such as {@code key} in {@code PUT /v1/transfers/{key}}}
     *
     * @param template the paths that have the variable
     * @param variable the variable's name
     * @throws IllegalArgumentException when the template has no such variable
     */
    static KeySource path(PathTemplate template, String variable) {
        return new InPath(template, variable);
    }

    /**
     * {@return a parameter of the query, decoded as a form's ({@code +} is a space); one that is sent twice is rejected}
     *
     * @param parameter the parameter's name, not blank
     * @throws IllegalArgumentException when the name is blank
     */
    static KeySource query(String parameter) {
        return new InQuery(parameter);
    }

    /**
     * {@return a field of the body}
     *
     * @param field the field's name, not blank
     * @param reader finds the field in a body
     * @throws IllegalArgumentException when the name is blank
     */
    static KeySource body(String field, BodyFieldReader reader) {
        return new InBody(field, reader);
    }

    /**
     * In a header field.
     *
     * @param alsoKnownAs the names of other header fields that may carry the key
     */
    record InHeader(List<String> alsoKnownAs) implements KeySource {

        /**
         * Copies and checks the names.
         *
         * @param alsoKnownAs names of header fields, each once
         * @throws IllegalArgumentException when one is no name of a header field, or is there twice
         */
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

        /** A key in another field must be the same key. */
        @Override
        public Optional<RequestId> inHead(RequestHead head, HeaderNames names, Function<String, RequestId> toKey) {
            Optional<RequestId> key = inField(head, names.idempotencyKey(), toKey);
            for (String alias : alsoKnownAs) {
                Optional<RequestId> other = inField(head, alias, toKey);
                if (key.isPresent() && other.isPresent() && !key.equals(other)) {
                    throw new InvalidIdentifierException(alias, "differs from the key in another field");
                }
                key = key.or(() -> other);
            }
            return key;
        }

        private static Optional<RequestId> inField(RequestHead head, String name, Function<String, RequestId> toKey) {
            return at(name, () -> head.singleHeader(name).map(KeyField::text).map(toKey));
        }
    }

    /**
     * In the path.
     *
     * @param template the paths that have the variable
     * @param variable the variable's name
     */
    record InPath(PathTemplate template, String variable) implements KeySource {

        /**
         * Checks that there is such a variable.
         *
         * @param template the paths that have the variable
         * @param variable a variable of the template
         * @throws IllegalArgumentException when the template has no such variable
         */
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

        @Override
        public Optional<RequestId> inHead(RequestHead head, HeaderNames names, Function<String, RequestId> toKey) {
            return at(variable, () -> template.valueOf(variable, head.path()).map(toKey));
        }
    }

    /**
     * In the query.
     *
     * @param parameter the parameter's name
     */
    record InQuery(String parameter) implements KeySource {

        /**
         * Checks the name.
         *
         * @param parameter not blank
         * @throws IllegalArgumentException when the name is blank
         */
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

        @Override
        public Optional<RequestId> inHead(RequestHead head, HeaderNames names, Function<String, RequestId> toKey) {
            return at(parameter, () -> text(head.query().orElse("")).map(toKey));
        }

        private Optional<String> text(String query) {
            Optional<String> found = Optional.empty();
            int times = 0;
            for (String pair : query.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (decoded(equals < 0 ? pair : pair.substring(0, equals))
                        .filter(parameter::equals)
                        .isPresent()) {
                    found = Optional.of(decoded(equals < 0 ? "" : pair.substring(equals + 1))
                            .orElseThrow(() -> new InvalidIdentifierException(
                                    parameter, "has a percent-encoding that cannot be decoded")));
                    times++;
                }
            }
            if (times > 1) {
                throw new InvalidIdentifierException(parameter, "is sent " + times + " times; it must be sent once");
            }
            return found;
        }

        private static Optional<String> decoded(String text) {
            return Utf8.percentDecode(text.replace('+', ' '));
        }
    }

    /**
     * In the body.
     *
     * @param field the field's name
     * @param reader finds the field in a body
     */
    record InBody(String field, BodyFieldReader reader) implements KeySource {

        /**
         * Checks the name.
         *
         * @param field not blank
         * @param reader finds the field in a body
         * @throws IllegalArgumentException when the name is blank
         */
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

        @Override
        public Optional<RequestId> inHead(RequestHead head, HeaderNames names, Function<String, RequestId> toKey) {
            return Optional.empty();
        }

        /**
         * {@return the key in the body of a request; empty where it has none}
         *
         * @param body the whole body; neither modified nor retained
         * @param toKey makes the key of its text, and throws an {@link InvalidIdentifierException} where it cannot
         * @throws InvalidIdentifierException when there is a key that cannot be read; its kind is the field
         */
        public Optional<RequestId> inBody(byte[] body, Function<String, RequestId> toKey) {
            return at(field, () -> reader.read(body, field).map(toKey));
        }
    }

    /** Reads a key, and adds its place to the error of reading it. */
    private static Optional<RequestId> at(String place, Supplier<Optional<RequestId>> key) {
        try {
            return key.get();
        } catch (InvalidIdentifierException invalid) {
            throw new InvalidIdentifierException(place, invalid.reason());
        }
    }

    private static void checkName(String what, String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException(what + " needs a name, not \"" + name + '"');
        }
    }
}
