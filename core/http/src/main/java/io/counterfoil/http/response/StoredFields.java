package io.counterfoil.http.response;

import io.counterfoil.http.message.HeaderField;
import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which header fields of a response are kept for duplicates: all but a list of those that belong to one connection, to one
 * message, to one origin, or to one client's session. An immutable value; start from {@link #DEFAULT}.
 *
 * <p>Two fields are kept or not by their value. A {@code Content-Security-Policy} with a nonce is not kept. A response whose {@code Cache-Control}
 * says {@code no-store} (RFC 9111, section 5.2.2.5) is not stored at all: its record is, and a duplicate is rejected because the response was
 * not stored. {@link #with} of the field's name keeps both.
 *
 * <p>{@code Content-Length} is on the list because it is made from the body, which is the same byte for byte. What a response's own
 * {@code Connection} field names belongs to the connection as well (RFC 9110, section 7.6.1). The {@link HeaderNames} are never
 * kept: each response has its own.
 */
public final class StoredFields {

    private static final String CACHE_CONTROL = "cache-control";

    /** Those that are kept unless their value forbids it. */
    private static final Set<String> BY_VALUE =
            Set.of(CACHE_CONTROL, "content-security-policy", "content-security-policy-report-only");

    /**
     * Fields of one connection (RFC 9110, section 7.6.1), of one message, those that carry credentials or act on one browser, and
     * those that answer the origin of one request: CORS (Fetch, section 3.3.3) and {@code Timing-Allow-Origin}, which filters
     * set anew for each request. The {@code Cross-Origin-*} policies are the resource's own, for every origin, and are kept.
     */
    public static final StoredFields DEFAULT = new StoredFields(
            BY_VALUE,
            Set.of(
                    "access-control-allow-credentials",
                    "access-control-allow-headers",
                    "access-control-allow-methods",
                    "access-control-allow-origin",
                    "access-control-allow-private-network",
                    "access-control-expose-headers",
                    "access-control-max-age",
                    "age",
                    "alt-svc",
                    "authentication-info",
                    "authorization",
                    "clear-site-data",
                    "connection",
                    "content-length",
                    "date",
                    "dpop-nonce",
                    "keep-alive",
                    "proxy-authenticate",
                    "proxy-authentication-info",
                    "proxy-authorization",
                    "proxy-connection",
                    "refresh",
                    "server",
                    "server-timing",
                    "set-cookie",
                    "set-cookie2",
                    "te",
                    "timing-allow-origin",
                    "traceresponse",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "via",
                    "x-auth-token",
                    "x-correlation-id",
                    "x-csrf-token",
                    "x-request-id",
                    "x-xsrf-token"));

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

    private final Set<String> byValue;
    private final Set<String> left;

    private StoredFields(Set<String> byValue, Set<String> left) {
        this.byValue = caseInsensitive(byValue);
        this.left = caseInsensitive(left);
    }

    /**
     * {@return a copy that keeps more fields, whatever their value: {@code Set-Cookie} where every attempt of a client must receive the
     * cookie of the first, {@code Cache-Control} where a response may be stored for duplicates although no cache may have it}
     *
     * @param names the names of the fields, in any case
     * @throws IllegalArgumentException when a field frames a message or belongs to a connection, or this is no name of one
     */
    public StoredFields with(String... names) {
        Set<String> values = new TreeSet<>(byValue);
        Set<String> changed = new TreeSet<>(left);
        for (String name : names) {
            String lower = lower(name);
            if (FRAMING.contains(lower)) {
                throw new IllegalArgumentException("the header field " + name
                        + " is specific to one connection or message and cannot be replayed");
            }
            changed.remove(lower);
            values.remove(lower);
        }
        return new StoredFields(values, changed);
    }

    /**
     * {@return a copy that does not keep some fields}
     *
     * @param names the names of the fields, in any case
     * @throws IllegalArgumentException when one is no name of a header field
     */
    public StoredFields without(String... names) {
        return without(new TreeSet<>(List.of(names)));
    }

    /**
     * {@return a copy that does not keep some fields}
     *
     * @param names the names of the fields, in any case
     * @throws IllegalArgumentException when one is no name of a header field
     */
    public StoredFields without(Set<String> names) {
        Set<String> changed = new TreeSet<>(left);
        names.forEach(name -> changed.add(lower(name)));
        return new StoredFields(byValue, changed);
    }

    /**
     * {@return whether a field is kept, where its value permits it}
     *
     * @param name the field's name, in any case
     */
    public boolean keeps(String name) {
        return !left.contains(name);
    }

    /**
     * {@return whether anything of a response may be stored: not where {@code Cache-Control} says {@code no-store}, unless that field is
     * {@linkplain #with kept whatever its value}}
     *
     * @param response a response that the handler made
     */
    public boolean permitStoring(Response response) {
        if (byValue.contains(CACHE_CONTROL)) {
            for (HeaderField field : response.headers()) {
                if (field.name().equalsIgnoreCase(CACHE_CONTROL) && isNoStore(field.value())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isNoStore(String cacheControl) {
        return Stream.of(cacheControl.split(","))
                .anyMatch(directive -> directive.strip().equalsIgnoreCase("no-store"));
    }

    private boolean hasNonce(HeaderField field) {
        return field.value().contains("'nonce-")
                && byValue.contains(field.name())
                && !field.name().equalsIgnoreCase(CACHE_CONTROL);
    }

    /**
     * {@return those header fields that are kept, in their order} Those that a {@code Connection} field names are not kept.
     *
     * @param fields all header fields of a response
     */
    public List<HeaderField> of(List<HeaderField> fields) {
        Set<String> ofConnection = caseInsensitive(Set.of());
        for (HeaderField field : fields) {
            if (field.name().equalsIgnoreCase("Connection")) {
                Stream.of(field.value().split(",")).map(String::strip).forEach(ofConnection::add);
            }
        }
        List<HeaderField> kept = new ArrayList<>(fields.size());
        for (HeaderField field : fields) {
            if (keeps(field.name()) && !hasNonce(field) && !ofConnection.contains(field.name())) {
                kept.add(field);
            }
        }
        return Collections.unmodifiableList(kept);
    }

    private static Set<String> caseInsensitive(Set<String> names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(names);
        return set;
    }

    private static String lower(String name) {
        HeaderNames.checkName("a field of the response", name);
        return name.toLowerCase(Locale.ROOT);
    }
}
