package io.counterfoil.story.render;

/**
 * The context of a page that a service shows. Immutable. Every text is plain and is escaped; absent texts are empty.
 *
 * @param home the path of the link to the service, such as {@code /}
 * @param homeName the text of that link
 * @param hint one or two sentences under the title: where and when the logs were read
 * @param highlighted the ID of the unit that is highlighted if it is not the requested one, such as one attempt in the
 *     story of a whole unit
 */
public record PageContext(String home, String homeName, String hint, String highlighted) {

    /** The context of a page in a file: no link. */
    public static final PageContext NONE = new PageContext("", "", "", "");
}
