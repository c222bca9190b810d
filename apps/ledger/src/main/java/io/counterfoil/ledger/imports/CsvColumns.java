package io.counterfoil.ledger.imports;

import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Text;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a file, from its header line: names of a transaction's fields, in any order, each at most once.
 *
 * @param names in the file's order; {@value #QUANTITY} is among them
 */
public record CsvColumns(List<String> names) {

    static final String KEY = "idempotency_key";
    static final String QUANTITY = "quantity";
    static final String PENDING = "pending";
    static final String REFERENCE = "reference_id";
    static final String USER = "lms_user_id";
    static final String CONTENT = "content_key";
    static final String POLICY = "subsidy_access_policy_uuid";
    static final String METADATA = "metadata";

    private static final Set<String> KNOWN = Set.of(KEY, QUANTITY, PENDING, REFERENCE, USER, CONTENT, POLICY, METADATA);

    /** Copies the names. */
    public CsvColumns {
        names = List.copyOf(names);
    }

    /** @throws InvalidFieldException when a column is unknown or repeated, or {@value #QUANTITY} is missing */
    static CsvColumns ofHeader(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!KNOWN.contains(name)) {
                throw new InvalidFieldException("body", "has an unknown column in line 1: " + Text.nameable(name));
            }
            if (!seen.add(name)) {
                throw new InvalidFieldException("body", "has the column " + name + " twice, in line 1");
            }
        }
        if (!seen.contains(QUANTITY)) {
            throw new InvalidFieldException(
                    "body", "must begin with a line of column names, " + QUANTITY + " among them");
        }
        return new CsvColumns(names);
    }

    /** Parses the stored text. */
    public static CsvColumns ofText(String text) {
        return new CsvColumns(List.of(text.split(",")));
    }

    /** Known column names contain no comma. */
    public String text() {
        return String.join(",", names);
    }
}
