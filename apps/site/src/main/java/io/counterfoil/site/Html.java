package io.counterfoil.site;

/** Text in HTML. */
final class Html {

    private Html() {}

    /** The text as contents of an element or as the value of an attribute in double quotes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
