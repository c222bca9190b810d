package io.counterfoil.testkit.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A system beside the store that takes the effects of lease mode and loses none. It rejects a token that is lower than one it has seen for the
 * intention; an effect under a higher one it accepts again, so that a second execution is visible. Thread-safe.
 */
final class ExternalSystem {

    private final ConcurrentHashMap<String, Account> accounts = new ConcurrentHashMap<>();

    private record Account(long fence, List<String> receipts) {}

    /** The token is lower than one that was seen for this intention. */
    static final class FencedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FencedException(String intention) {
            super("fenced off: " + intention);
        }
    }

    /** Takes an effect; returns its receipt, which is unique. */
    String transfer(String intention, long token) {
        return accounts
                .compute(intention, (key, seen) -> {
                    List<String> receipts = new ArrayList<>(fenced(key, seen, token));
                    receipts.add("receipt %s/%s".formatted(key, receipts.size() + 1));
                    return new Account(token, receipts);
                })
                .receipts
                .stream()
                .reduce("", (earlier, later) -> later);
    }

    /** Raises the fence to this token, then returns the receipt of the effect that took place, if one did. */
    Optional<String> find(String intention, long token) {
        return accounts
                .compute(intention, (key, seen) -> new Account(token, fenced(key, seen, token)))
                .receipts
                .stream()
                .findFirst();
    }

    private static List<String> fenced(String intention, @Nullable Account seen, long token) {
        if (seen == null) {
            return List.of();
        }
        if (seen.fence > token) {
            throw new FencedException(intention);
        }
        return seen.receipts;
    }

    /** How many effects each intention had. */
    Map<String, Integer> effects() {
        return accounts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        account -> account.getValue().receipts.size()));
    }
}
