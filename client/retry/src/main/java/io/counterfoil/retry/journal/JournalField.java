package io.counterfoil.retry.journal;

/**
 * A header field of a stored request.
 *
 * @param name the field's name, in the case it is sent in
 * @param value the field's value
 */
public record JournalField(String name, String value) {}
