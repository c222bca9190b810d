package io.counterfoil.story;

import io.counterfoil.story.log.Ids;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The replacements of all logs, whether they belong to the story or not, which is known only after they were all read.
 * Each takes the bytes of its two IDs and one more; their number is bounded. Thread-safe.
 */
final class LinkStore {

    private static final int PREFIXES_PER_LINK = 8;

    private final int most;
    private byte[] texts = new byte[1 << 12];
    private int used;
    private int[] starts = new int[64];
    private int count;
    private long dropped;

    /** Creates a store for this many links. */
    LinkStore(int most) {
        this.most = most;
    }

    /**
     * Adds the replacements that a line reports; a line without an ID adds none. Each text is empty or a valid ID.
     *
     * @return whether the line reports a replacement
     */
    boolean add(String id, String newId, String oldId) {
        boolean replaced = !id.isEmpty() && !newId.isEmpty();
        boolean replaces = !id.isEmpty() && !oldId.isEmpty();
        if (replaced) {
            add(id, newId);
        }
        if (replaces) {
            add(oldId, id);
        }
        return replaced || replaces;
    }

    private synchronized void add(String from, String to) {
        int length = from.length() + to.length() + 1;
        if (count == most || used > Integer.MAX_VALUE - 8 - length) {
            dropped++;
            return;
        }
        if (count + 1 >= starts.length) {
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        if (used + length > texts.length) {
            texts = Arrays.copyOf(texts, (int)
                    Math.min(Integer.MAX_VALUE - 8, Math.max(2L * texts.length, (long) used + length)));
        }
        starts[count++] = used;
        used = put(from, used);
        texts[used++] = ' ';
        used = put(to, used);
        starts[count] = used;
    }

    /** The number of replacements that exceeded the bound. */
    synchronized long dropped() {
        return dropped;
    }

    /**
     * The IDs that replacements lead to from these, in either direction and over any number of steps, including
     * steps from their descendants. These IDs are among them; none of them is a descendant of another.
     *
     * @param bound the maximum number of IDs
     */
    synchronized Closure closure(Set<String> requested, int bound) {
        Set<String> heads = new LinkedHashSet<>(requested);
        Index index = new Index();
        Deque<String> open = new ArrayDeque<>(heads);
        boolean complete = index.complete;
        while (!open.isEmpty()) {
            String head = open.remove();
            for (int entry = index.first(head); entry != 0; entry = index.next[entry]) {
                String[] link = link(index.links[entry]);
                for (int end = 0; end < 2; end++) {
                    String other = link[1 - end];
                    if (Ids.isWithin(link[end], head) && !isWithinAny(other, heads)) {
                        if (heads.size() >= bound) {
                            complete = false;
                        } else {
                            heads.add(other);
                            open.add(other);
                        }
                    }
                }
            }
        }
        Set<String> least = new LinkedHashSet<>(heads);
        least.removeIf(id -> isWithinAny(Ids.parent(id), heads));
        return new Closure(least, complete);
    }

    /**
     * The IDs that replacements lead to.
     *
     * @param heads the IDs
     * @param complete whether none was left out
     */
    record Closure(Set<String> heads, boolean complete) {}

    /** Whether the ID is one of these or a descendant of one. */
    static boolean isWithinAny(String id, Set<String> heads) {
        for (String part = id; !part.isEmpty(); part = Ids.parent(part)) {
            if (heads.contains(part)) {
                return true;
            }
        }
        return false;
    }

    private int put(String id, int at) {
        byte[] bytes = id.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, texts, at, bytes.length);
        return at + bytes.length;
    }

    private String[] link(int number) {
        String both =
                new String(texts, starts[number], starts[number + 1] - starts[number], StandardCharsets.ISO_8859_1);
        int space = both.indexOf(' ');
        return new String[] {both.substring(0, space), both.substring(space + 1)};
    }

    /** The links by the hash of each of their IDs and of each ancestor of those IDs. */
    private final class Index {

        private final int[] table;
        private int[] next = new int[1 + 4 * count];
        private int[] links = new int[1 + 4 * count];
        private int entries;
        private boolean complete = true;

        Index() {
            table = new int[Integer.highestOneBit(Math.max(64, 4 * count)) << 1];
            for (int link = 0; link < count && complete; link++) {
                int hash = 0;
                for (int at = starts[link]; at < starts[link + 1]; at++) {
                    byte c = texts[at];
                    if (c == '.' || c == ' ') {
                        insert(hash, link);
                    }
                    hash = c == ' ' ? 0 : 31 * hash + c;
                }
                insert(hash, link);
            }
        }

        int first(String id) {
            return table[slot(id.hashCode())];
        }

        private void insert(int hash, int link) {
            if (++entries == next.length) {
                if (entries > (long) PREFIXES_PER_LINK * most) {
                    complete = false;
                    entries--;
                    return;
                }
                next = Arrays.copyOf(next, 2 * next.length);
                links = Arrays.copyOf(links, next.length);
            }
            int slot = slot(hash);
            next[entries] = table[slot];
            links[entries] = link;
            table[slot] = entries;
        }

        private int slot(int hash) {
            return ((hash * 0x9E3779B1) >>> 6) & (table.length - 1);
        }
    }
}
