package io.counterfoil.http;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which header fields of a response are kept for duplicates: all but a list of those that belong to one connection, to one
 * message, or to one client's session (RQ-7). An immutable value; start from {@link #DEFAULT}.
 *
 * <p>{@code Content-Length} is on the list because it is made from the body, which is the same byte for byte. What a response's own
 * {@code Connection} field names belongs to the connection as well (RFC 9110, section 7.6.1). The {@link HeaderNames} are never
 * kept: each response has its own.
 */
public final class StoredFields {

    /** Fields of one connection (RFC 9110, section 7.6.1), of one message, and {@code Set-Cookie}. */
    public static final StoredFields DEFAULT = new StoredFields(Set.of(
            "age",
            "alt-svc",
            "authentication-info",
            "connection",
            "content-length",
            "date",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-connection",
            "server",
            "server-timing",
            "set-cookie",
            "set-cookie2",
            "te",
            "traceresponse",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "via",
            "x-correlation-id",
            "x-request-id"));

    /** Fields without which a message cannot be framed: they can never be kept. */
    private static final Set<String> FRAMING = Set.of(
            "connection",
            "content-length",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private final Set<String> left;

    private StoredFields(Set<String> left) {
        this.left = Set.copyOf(left);
    }

    /**
     * The same, and these fields are kept too: {@code Set-Cookie} where every try of a client is to get the first one's cookie.
     *
     * @throws IllegalArgumentException when a field frames a message or belongs to a connection, or this is no name of one
     */
    public StoredFields with(String... names) {
        Set<String> changed = new TreeSet<>(left);
        for (String name : names) {
            String lower = lower(name);
            if (FRAMING.contains(lower)) {
                throw new IllegalArgumentException(
                        "the header field " + name + " belongs to one connection or message, and cannot be replayed");
            }
            changed.remove(lower);
        }
        return new StoredFields(changed);
    }

    /**
     * The same, and these fields are not kept.
     *
     * @throws IllegalArgumentException when this is no name of a header field
     */
    public StoredFields without(String... names) {
        return without(new TreeSet<>(List.of(names)));
    }

    StoredFields without(Set<String> names) {
        Set<String> changed = new TreeSet<>(left);
        names.forEach(name -> changed.add(lower(name)));
        return new StoredFields(changed);
    }

    /** Whether a field is kept; the name's case is ignored. */
    public boolean keeps(String name) {
        return !left.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Those of these fields that are kept, in their order. */
    List<HeaderField> of(List<HeaderField> fields) {
        Set<String> ofConnection = fields.stream()
                .filter(field -> field.name().equalsIgnoreCase("Connection"))
                .flatMap(field -> List.of(field.value().split(",")).stream())
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return fields.stream()
                .filter(field -> keeps(field.name())
                        && !ofConnection.contains(field.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static String lower(String name) {
        HeaderNames.checkName("a field of the response", name);
        return name.toLowerCase(Locale.ROOT);
    }
}
