package io.counterfoil.ids.text;

/** Why a text is no id; for programs, as the message is for people. */
public enum InvalidIdReason {
    /** It is shorter or longer than every id of its kind. */
    LENGTH,
    /** It has a character that the alphabet does not have. */
    CHARACTER,
    /** It has a letter of the alphabet in the other case. */
    CASE,
    /** It represents a number with more bits than the ID has. */
    OVERFLOW,
    /** Its prefix is missing, or is another one. */
    PREFIX
}
