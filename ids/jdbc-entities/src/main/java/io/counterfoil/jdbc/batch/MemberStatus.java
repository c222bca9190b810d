package io.counterfoil.jdbc.batch;

/** What has become of a member. */
public enum MemberStatus {
    /** It was made. */
    CREATED,
    /** It was there before: a duplicate of an earlier one, by its own key. Nothing was done. */
    KNOWN,
    /** It was refused, and nothing was done. */
    REFUSED
}
