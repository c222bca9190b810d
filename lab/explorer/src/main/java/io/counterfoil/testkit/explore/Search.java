package io.counterfoil.testkit.explore;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Depth-first search over sequences of choices, each replayed from the start, that backtracks at known states. A state
 * is identified by 128 bits of its digest. Not thread-safe.
 */
final class Search {

    /** Returned in place of a choice: the state is known. */
    static final int KNOWN = -1;

    /** Returned in place of a choice: there is none, and this end is new. */
    static final int END = -2;

    private final List<Integer> path = new ArrayList<>();
    private final List<Integer> widths = new ArrayList<>();
    /** The reached states with their smallest number of steps. */
    private final Map<Digest, Integer> seen = new HashMap<>();

    private final MessageDigest digests;
    private final int deepest;

    private int depth;
    private long ends;
    private long pruned;
    private long steps;
    private int longest;

    /** @param deepest the number of choices after which it backtracks */
    Search(int deepest) {
        this.deepest = deepest;
        try {
            digests = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** The option to take in this state, or {@link #KNOWN} or {@link #END}. */
    int choose(int options, Supplier<String> state) {
        if (depth == path.size()) {
            if (!isNew(digest(state.get()))) {
                pruned++;
                return KNOWN;
            }
            if (options == 0) {
                ends++;
                return END;
            }
            if (depth == deepest) {
                return KNOWN;
            }
            path.add(0);
            widths.add(options);
        }
        steps++;
        longest = Math.max(longest, depth + 1);
        return path.get(depth++);
    }

    /**
     * Whether to continue from the state: if the number of steps is limited, a state is continued again when it is
     * reached in fewer steps.
     */
    private boolean isNew(Digest state) {
        Integer before = seen.get(state);
        if (before != null && (deepest == Integer.MAX_VALUE || before <= depth)) {
            return false;
        }
        seen.put(state, depth);
        return true;
    }

    /** Advances to the next sequence; false if there is none. */
    boolean next() {
        depth = 0;
        int last = path.size() - 1;
        while (last >= 0 && path.get(last) + 1 == widths.get(last)) {
            path.remove(last);
            widths.remove(last);
            last--;
        }
        if (last < 0) {
            return false;
        }
        path.set(last, path.get(last) + 1);
        return true;
    }

    long states() {
        return seen.size();
    }

    long ends() {
        return ends;
    }

    long pruned() {
        return pruned;
    }

    long steps() {
        return steps;
    }

    int longest() {
        return longest;
    }

    private Digest digest(String state) {
        ByteBuffer bytes = ByteBuffer.wrap(digests.digest(state.getBytes(StandardCharsets.UTF_8)));
        return new Digest(bytes.getLong(), bytes.getLong());
    }

    private record Digest(long high, long low) {}
}
