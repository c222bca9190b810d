package io.counterfoil.jdbc.schema;

import java.sql.Types;
import java.util.Locale;
import java.util.Set;

/** A column that exists. */
record FoundColumn(int type, String typeName, int size, boolean nullable, boolean defaulted) {

    private static final Set<Integer> SIZED = Set.of(Types.VARCHAR, Types.VARBINARY, Types.BINARY);

    boolean ignoresCase() {
        return typeName.toUpperCase(Locale.ROOT).contains("IGNORECASE");
    }

    /** Whether its type has this name, whatever its precision. */
    boolean isNamed(String word) {
        return typeName.toLowerCase(Locale.ROOT).replaceAll("\\W.*", "").equals(word);
    }

    /** Its type, for messages. */
    String describe() {
        String lower = typeName.toLowerCase(Locale.ROOT);
        return SIZED.contains(type) && size < Integer.MAX_VALUE && !lower.contains("(")
                ? lower + "(" + size + ")"
                : lower;
    }
}
