package io.counterfoil.http;

import io.counterfoil.http.message.HeaderNames;
import io.counterfoil.http.message.Response;
import io.counterfoil.http.request.Fingerprinting;
import io.counterfoil.http.request.KeySource;
import io.counterfoil.http.response.ResponseCodec;
import io.counterfoil.idempotency.result.PayloadCodec;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Settings of keyed requests: where the key is and within what it is unique, contents, responses, bodies. An immutable value; start from
 * {@link #DEFAULT}. A setting out of its limits is rejected at once, by an {@link IllegalArgumentException} that names it.
 *
 * @param names the header fields on the wire
 * @param methods the methods that are guarded, in capitals; a key on any other is ignored
 * @param key the key: where it is, whether it is required, within what it is unique
 * @param fingerprinting which contents are the same
 * @param responses which responses are stored, and how
 * @param body limits of the body
 * @param documentation where a person reads how this service treats keys, an absolute URI; the problems of keyed requests link to it
 */
public record HttpPolicy(
        HeaderNames names,
        Set<String> methods,
        KeyPolicy key,
        Fingerprinting fingerprinting,
        ResponsePolicy responses,
        BodyPolicy body,
        Optional<URI> documentation) {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9-]*");

    /** POST and PATCH, {@link HeaderNames#DEFAULT}, {@link Fingerprinting#BODY}, no documentation, and the defaults of each group. */
    public static final HttpPolicy DEFAULT = new HttpPolicy(
            HeaderNames.DEFAULT,
            Set.of("POST", "PATCH"),
            KeyPolicy.DEFAULT,
            Fingerprinting.BODY,
            ResponsePolicy.DEFAULT,
            BodyPolicy.DEFAULT,
            Optional.empty());

    /**
     * Checks the settings, and copies the methods.
     *
     * @param names the header fields on the wire
     * @param methods in capitals, at least one, none that is safe to repeat; copied
     * @param key where the key is, whether it is required, within what it is unique
     * @param fingerprinting which contents are the same
     * @param responses which responses are stored, and how
     * @param body limits of the body
     * @param documentation an absolute URI; empty for none
     * @throws IllegalArgumentException when a method cannot be guarded, two fields have one name, or the URI is relative
     */
    public HttpPolicy {
        methods = Set.copyOf(methods);
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
        if (key.source() instanceof KeySource.InHeader header) {
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

    /**
     * {@return a copy with other {@link #names()}}
     *
     * @param other the header fields on the wire
     * @throws IllegalArgumentException when two fields have one name
     */
    public HttpPolicy withNames(HeaderNames other) {
        return new HttpPolicy(other, methods, key, fingerprinting, responses, body, documentation);
    }

    /**
     * {@return a copy with other {@link #methods()}}
     *
     * @param other the methods that are guarded, in capitals, in place of the present ones; copied
     * @throws IllegalArgumentException when there is none, or one cannot be guarded
     */
    public HttpPolicy withMethods(Set<String> other) {
        return new HttpPolicy(names, other, key, fingerprinting, responses, body, documentation);
    }

    /**
     * {@return a copy with another {@link #key()}}
     *
     * @param change returns the new settings of the key, given the present ones
     * @throws IllegalArgumentException when two fields have one name
     */
    public HttpPolicy withKey(UnaryOperator<KeyPolicy> change) {
        return new HttpPolicy(names, methods, change.apply(key), fingerprinting, responses, body, documentation);
    }

    /**
     * {@return a copy with another {@link #fingerprinting()}}
     *
     * @param other which contents are the same
     */
    public HttpPolicy withFingerprinting(Fingerprinting other) {
        return new HttpPolicy(names, methods, key, other, responses, body, documentation);
    }

    /**
     * {@return a copy with other {@link #responses()}}
     *
     * @param change returns the new treatment of responses, given the present one
     */
    public HttpPolicy withResponses(UnaryOperator<ResponsePolicy> change) {
        return new HttpPolicy(names, methods, key, fingerprinting, change.apply(responses), body, documentation);
    }

    /**
     * {@return a copy with other limits of the {@link #body()}}
     *
     * @param change returns the new limits, given the present ones
     */
    public HttpPolicy withBody(UnaryOperator<BodyPolicy> change) {
        return new HttpPolicy(names, methods, key, fingerprinting, responses, change.apply(body), documentation);
    }

    /**
     * {@return a copy with another {@link #documentation()}}
     *
     * @param uri where a person reads how this service treats keys, an absolute URI
     * @throws IllegalArgumentException when the URI is relative
     */
    public HttpPolicy withDocumentation(URI uri) {
        return new HttpPolicy(names, methods, key, fingerprinting, responses, body, Optional.of(uri));
    }

    /**
     * The codec of stored responses: status, {@link ResponsePolicy#storedFields()} without what belongs to one response, and body, in format 1,
     * under what {@link ResponsePolicy#codec()} put around it.
     */
    PayloadCodec<Response> responseCodec() {
        return responses
                .codec()
                .apply(ResponseCodec.keeping(responses.storedFields().without(names.ofOneResponse())));
    }
}
