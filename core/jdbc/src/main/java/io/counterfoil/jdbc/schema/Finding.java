package io.counterfoil.jdbc.schema;

/**
 * What is missing or different.
 *
 * @param text for a person to act on
 * @param addable whether the statements of the script add it
 */
record Finding(String text, boolean addable) {}
