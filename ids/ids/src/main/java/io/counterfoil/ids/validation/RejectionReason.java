package io.counterfoil.ids.validation;

/** Why an id was rejected. Names are stable; later versions may add some. */
public enum RejectionReason {
    /** The text is not 36 characters of hex with four hyphens; the message says where, and what is wrong there. */
    NOT_CANONICAL,
    /** It is the nil UUID, all zeros (RFC 9562, section 5.9): it was never set. */
    NIL,
    /** It has not the variant of RFC 9562 (section 4.1). */
    WRONG_VARIANT,
    /** It is of a version that the rule does not take. */
    WRONG_VERSION,
    /** Its time is before the window. */
    TOO_OLD,
    /** Its time is after the window. */
    TOO_NEW,
    /** A rule of your own refuses it. */
    OTHER
}
