package io.counterfoil.site;

/**
 * A heading of a page.
 *
 * @param level 1 to 6
 * @param text without markup
 * @param anchor unique in its page; as code hosts make it of the text
 */
record PageHeading(int level, String text, String anchor) {}
