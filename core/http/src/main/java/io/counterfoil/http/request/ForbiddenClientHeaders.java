package io.counterfoil.http.request;

import io.counterfoil.http.message.HeaderNames;
import java.util.Locale;
import java.util.Set;

/** Header fields that people take for a client's identity, and that are none. */
final class ForbiddenClientHeaders {

    private static final Set<String> ADDRESSES_AND_PROGRAMS = Set.of(
            "cf-connecting-ip",
            "cf-connecting-ipv6",
            "client-ip",
            "fastly-client-ip",
            "fly-client-ip",
            "forwarded",
            "forwarded-for",
            "host",
            "remote-addr",
            "sec-ch-ua",
            "true-client-ip",
            "user-agent",
            "via",
            "x-appengine-user-ip",
            "x-azure-clientip",
            "x-client-ip",
            "x-cluster-client-ip",
            "x-envoy-external-address",
            "x-forwarded",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-original-forwarded-for",
            "x-real-ip",
            "x-remote-addr",
            "x-remote-ip");

    private static final Set<String> SINGLE_TRIES = Set.of(
            "correlation-id",
            "date",
            "idempotency-attempt",
            "idempotency-key",
            "request-id",
            "traceparent",
            "x-correlation-id",
            "x-idempotency-key",
            "x-request-id");

    private static final Set<String> SECRETS =
            Set.of("api-key", "apikey", "authorization", "cookie", "proxy-authorization", "x-api-key", "x-auth-token");

    private ForbiddenClientHeaders() {}

    /** Refuses a field whose value would be a client's name. */
    static void refuseAsName(String name) {
        refuseAsKey(name);
        if (SECRETS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "the header field " + name + " carries a secret, which would be stored and"
                            + " logged as the client's name. Resolve its owner with apiKey(...), or resolve the authenticated "
                            + "principal");
        }
    }

    /** Refuses a field that cannot even carry a client's key. */
    static void refuseAsKey(String name) {
        HeaderNames.checkName("the client's header field", name);
        String lower = name.toLowerCase(Locale.ROOT);
        if (ADDRESSES_AND_PROGRAMS.contains(lower)) {
            throw new IllegalArgumentException("the header field " + name
                    + " does not identify a client: different clients share its values, and two attempts of one "
                    + "client can differ. Name a field that carries the service's name, or resolve an authenticated "
                    + "principal");
        }
        if (SINGLE_TRIES.contains(lower)) {
            throw new IllegalArgumentException(
                    "the header field " + name
                            + " does not identify a client: it belongs to one request or attempt, so no retry would be "
                            + "recognized. Name a field that carries the service's name, or resolve an authenticated principal");
        }
    }
}
