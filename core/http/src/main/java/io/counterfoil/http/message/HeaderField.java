package io.counterfoil.http.message;

/**
 * One line of a header.
 *
 * @param name the field's name, in the case it is sent in
 * @param value the field's value
 */
public record HeaderField(String name, String value) {}
