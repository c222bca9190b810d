package io.counterfoil.story;

import io.counterfoil.story.log.Ids;
import io.counterfoil.story.log.LineParser;
import io.counterfoil.story.log.LogLine;
import io.counterfoil.story.scan.Needles;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The requested text as an idempotency key, and the correlation IDs of the lines that have it. Thread-safe.
 *
 * <p>Searched for is the longest part of the key that every format writes as it is; whether a line has the whole key is decided by
 * its fields.
 */
final class RequestedKey {

    private static final int MAX_BYTES = 255;

    private final String key;
    private final String needle;
    /** The bytes of the needle as characters. */
    private final String bytes;

    private final int most;
    private final Set<String> ids = new TreeSet<>();
    private long omitted;

    /**
     * A key.
     *
     * @param most the maximum number of IDs
     */
    RequestedKey(String text, int most) {
        this.key = LineParser.value(text).orElse("");
        this.needle = needle(text);
        this.bytes = new String(needle.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        this.most = most;
    }

    /** Whether the text can be an idempotency key. */
    static boolean isKey(String text) {
        return !text.isBlank()
                && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES
                && text.chars().noneMatch(Character::isISOControl);
    }

    private static String needle(String text) {
        String longest = "";
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            boolean plain = i < text.length() && text.charAt(i) < 0x7f && "\"\\/<>&'".indexOf(text.charAt(i)) < 0;
            if (!plain) {
                longest = i - start > longest.length() ? text.substring(start, i) : longest;
                start = i + 1;
            }
        }
        String part = longest.isBlank() ? text : longest;
        while (part.getBytes(StandardCharsets.UTF_8).length > Needles.MAX_LENGTH) {
            part = part.substring(0, part.offsetByCodePoints(part.length(), -1));
        }
        return part;
    }

    /** The text to search for. */
    String needle() {
        return needle;
    }

    /** Whether a line may have the key; otherwise it need not be parsed for it. */
    boolean mayBeIn(byte[] line) {
        return new String(line, StandardCharsets.ISO_8859_1).contains(bytes);
    }

    /** Whether a line has the key and an ID. */
    boolean isOf(LogLine line) {
        return !line.id().isEmpty()
                && line.line().idempotencyKey().filter(key::equals).isPresent();
    }

    /** Takes the ID of a line if it has the key. */
    synchronized void take(LogLine line) {
        if (isOf(line) && !ids.contains(line.id())) {
            if (ids.size() < most) {
                ids.add(line.id());
            } else {
                omitted++;
            }
        }
    }

    /** The IDs of the lines, none of them a descendant of another. */
    synchronized Set<String> heads() {
        Set<String> heads = new LinkedHashSet<>(ids);
        heads.removeIf(id -> LinkStore.isWithinAny(Ids.parent(id), ids));
        return heads;
    }

    /** The number of lines whose IDs exceeded the maximum. */
    synchronized long omitted() {
        return omitted;
    }
}
