package io.counterfoil.story.log;

/** The grammar of correlation IDs for unparsed text; see {@code io.counterfoil.correlation.CorrelationId}. */
public final class Ids {

    /** The longest ID, in characters. */
    public static final int MAX_LENGTH = 128;

    private static final int MAX_SEGMENT_LENGTH = 64;
    private static final int MADE_LENGTH = 16;

    private Ids() {}

    /** Whether the text is a correlation ID. */
    public static boolean isId(String text) {
        if (text.length() > MAX_LENGTH) {
            return false;
        }
        int segment = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '.') {
                if (segment == 0) {
                    return false;
                }
                segment = 0;
            } else if (!isOfSegment(c) || ++segment > MAX_SEGMENT_LENGTH) {
                return false;
            }
        }
        return segment > 0;
    }

    /** Whether the ID is the other one or a descendant of it, compared by whole segments. */
    public static boolean isWithin(String id, String head) {
        return id.startsWith(head) && (id.length() == head.length() || id.charAt(head.length()) == '.');
    }

    /** The ID without its last segment; empty for a root. */
    public static String parent(String id) {
        return id.substring(0, Math.max(0, id.lastIndexOf('.')));
    }

    /** The last segment of an ID. */
    public static String lastSegment(String id) {
        return id.substring(id.lastIndexOf('.') + 1);
    }

    /**
     * The end of the first segment that ends after this index; -1 after the last one. Going from 0, it gives the ends of all ancestors of
     * an ID and of the ID itself.
     */
    public static int nextEnd(String id, int from) {
        if (from < 0 || from >= id.length()) {
            return -1;
        }
        int dot = id.indexOf('.', from + 1);
        return dot < 0 ? id.length() : dot;
    }

    /** Whether the ID has the form of a generated one: a first segment of 16 characters. */
    public static boolean isGenerated(String text) {
        return isId(text) && (text + ".").indexOf('.') == MADE_LENGTH;
    }

    /** Whether the character may be in a segment. */
    static boolean isOfSegment(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
