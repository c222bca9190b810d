package io.counterfoil.ledger.keys;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What identifies a redemption: the learner, the content, the policy, and the history of this learner and content.
 *
 * @param lmsUserId the learner
 * @param contentKey the content
 * @param policy the policy that grants the redemption
 * @param inactive the IDs of all earlier redemptions of this learner and content on the ledger that were reversed or have
 *     failed, under any policy, as the ledger returns them in {@code id}: {@code txn_…}
 */
public record Redemption(long lmsUserId, String contentKey, UUID policy, Set<String> inactive) {

    private static final Pattern TRANSACTION = Pattern.compile("txn_[0-7][0-9a-hjkmnp-tv-z]{25}");

    /**
     * A redemption whose key can be derived.
     *
     * @param lmsUserId any number
     * @param contentKey not empty
     * @param policy the policy's ID
     * @param inactive IDs of the form {@code txn_…}, copied; empty where there was none
     * @throws IllegalArgumentException when the content is empty or no Unicode text, or when an ID of the history is not in the form in
     *     which the ledger returns it, since another form would make another key
     */
    public Redemption {
        if (contentKey.isEmpty()) {
            throw new IllegalArgumentException("the content key is empty");
        }
        utf8(contentKey);
        inactive = Set.copyOf(inactive);
        for (String id : inactive) {
            if (!TRANSACTION.matcher(id).matches()) {
                throw new IllegalArgumentException(
                        "a transaction's ID as the ledger returns it, txn_…, expected: " + id);
            }
        }
    }

    /**
     * {@return SHA-256 in hexadecimal over learner, content, policy, and the history in ascending order} Each is preceded by its length,
     * so that no two different redemptions have the same input.
     */
    public String hash() {
        MessageDigest digest = sha256();
        add(digest, Long.toString(lmsUserId));
        add(digest, contentKey);
        add(digest, policy.toString());
        new TreeSet<>(inactive).forEach(id -> add(digest, id));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void add(MessageDigest digest, String part) {
        ByteBuffer bytes = utf8(part);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.remaining()));
        digest.update(bytes);
    }

    private static ByteBuffer utf8(String text) {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
        } catch (CharacterCodingException unpaired) {
            throw new IllegalArgumentException("the content key has an unpaired surrogate", unpaired);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
