package io.counterfoil.story.render;

/**
 * What a service that shows a story puts round it. Immutable. Every text is plain, and escaped; empty where there is none of it.
 *
 * @param home where the link back leads to: a path on the host that the page comes from, {@code /}
 * @param homeName the words of that link
 * @param hint a sentence or two under the title: where the story was read, and when
 * @param pointedAt the id of the unit to point at, where it is not the one that the story was asked for: the story of a whole
 *     work, shown because of one attempt in it
 */
public record Surroundings(String home, String homeName, String hint, String pointedAt) {

    /** Of a page that is a file, and leads nowhere. */
    public static final Surroundings NONE = new Surroundings("", "", "", "");
}
