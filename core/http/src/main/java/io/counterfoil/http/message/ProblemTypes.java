package io.counterfoil.http.message;

/** The stable {@code type} URIs of the problems that keyed requests meet (RFC 9457, section 3.1.1). */
public final class ProblemTypes {

    /** What every type of ours begins with. */
    public static final String PREFIX = "urn:counterfoil:problem:";

    /** 400: the endpoint requires a key, and there is none. */
    public static final String KEY_MISSING = PREFIX + "key-missing";

    /** 400: a header field of ours is empty, too long, unreadable or sent twice; {@code field} names it. */
    public static final String BAD_HEADER = PREFIX + "bad-header";

    /** 400: the key in the path, the query or the body is empty, too long, unreadable or there twice; {@code field} names the place. */
    public static final String BAD_KEY = PREFIX + "bad-key";

    /** 400: the client is unknown, because its name is empty, too long or unreadable. */
    public static final String BAD_CLIENT = PREFIX + "bad-client";

    /** 400: the path of a keyed request has a percent-encoding that cannot be decoded, or a segment of dots alone; {@code field} is the path. */
    public static final String BAD_TARGET = PREFIX + "bad-target";

    /** 414: the path, or the path and the query, are longer than a keyed request may have them; {@code field} names the part. */
    public static final String TARGET_TOO_LONG = PREFIX + "target-too-long";

    /** 401: the request has an unknown API key; {@code field} names the header field. */
    public static final String UNKNOWN_CLIENT = PREFIX + "unknown-client";

    /** 409 with {@code Retry-After}: the original is still being executed. */
    public static final String REQUEST_IN_PROGRESS = PREFIX + "request-in-progress";

    /** 422: the key was used for a request with other contents; {@code field} names what differs, where that is known. */
    public static final String KEY_REUSED = PREFIX + "key-reused";

    /** 422: the key is older than the endpoint takes, and has no record. This request is not executed; an earlier one may have been. */
    public static final String KEY_EXPIRED = PREFIX + "key-expired";

    /** 409: the request was executed, and its response is not stored: too large, or {@code Cache-Control: no-store}. */
    public static final String RESPONSE_NOT_STORED = PREFIX + "response-not-stored";

    /** 409: the lease of an earlier execution has expired; an operator or a resolver must settle its outcome. */
    public static final String OUTCOME_UNKNOWN = PREFIX + "outcome-unknown";

    /** 429 with {@code Retry-After}: the client has as many keyed requests in progress as it may. */
    public static final String TOO_MANY_OPEN = PREFIX + "too-many-open";

    /** 408: the body of a request arrives more slowly than it must. */
    public static final String BODY_TOO_SLOW = PREFIX + "body-too-slow";

    /** 413: the body is larger than the endpoint takes. */
    public static final String BODY_TOO_LARGE = PREFIX + "body-too-large";

    /** 500: the handler succeeded, but its transaction was rolled back. */
    public static final String ROLLED_BACK = PREFIX + "rolled-back";

    /** 503 with {@code Retry-After}: the store of records failed; sending the same request again is safe. */
    public static final String STORE_UNAVAILABLE = PREFIX + "store-unavailable";

    private ProblemTypes() {}
}
