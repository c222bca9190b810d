package io.counterfoil.ledger.api;

import io.counterfoil.ledger.domain.IfMatch;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.Transaction;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/**
 * Versions of objects as entity tags: {@code ETag: "3"}, {@code If-Match: "2", "3"} (RFC 9110, sections 8.8.3 and
 * 13.1.1).
 */
final class Versions {

    private static final Pattern STRONG_TAG = Pattern.compile("\"([\\x21\\x23-\\x7e\\x80-\\xff]*)\"");
    private static final Pattern LIST =
            Pattern.compile("[ \\t,]*%1$s[ \\t]*(,[ \\t]*(%1$s[ \\t]*)?)*".formatted(STRONG_TAG));
    private static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,17}");

    private Versions() {}

    static Optional<String> tag(Ledger ledger) {
        return Optional.of(tag(ledger.version()));
    }

    static Optional<String> tag(Transaction transaction) {
        return Optional.of(tag(transaction.version()));
    }

    private static String tag(long version) {
        return "\"" + version + "\"";
    }

    /**
     * Parses {@code If-Match}. A tag that is not a version matches none.
     *
     * @throws InvalidFieldException when a tag is weak, which is not allowed in {@code If-Match}, or the list is
     *     malformed
     */
    static IfMatch wanted(HttpHeaders headers) {
        List<String> lines = headers.getOrEmpty(HttpHeaders.IF_MATCH);
        if (lines.isEmpty()) {
            return IfMatch.ANY;
        }
        String list = String.join(",", lines).strip();
        if (list.equals("*")) {
            return IfMatch.ANY;
        }
        if (!LIST.matcher(list).matches()) {
            throw new InvalidFieldException(
                    HttpHeaders.IF_MATCH, "must be *, or a list of strong entity tags: \"1\", \"2\"");
        }
        Set<Long> versions = new HashSet<>();
        Matcher tags = STRONG_TAG.matcher(list);
        while (tags.find()) {
            if (VERSION.matcher(tags.group(1)).matches()) {
                versions.add(Long.valueOf(tags.group(1)));
            }
        }
        return IfMatch.oneOf(versions);
    }
}
