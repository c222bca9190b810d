package io.counterfoil.jdbc.schema;

import io.counterfoil.jdbc.dialect.ColumnType;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column as a script creates it.
 *
 * @param name in lower case
 * @param definition its type and what follows it, with single spaces
 */
record ScriptColumn(String name, String definition) {

    private static final Pattern COLLATION = Pattern.compile("(?i)\\bCOLLATE (?:\\w+\\.)?(?:\"([^\"]+)\"|(\\w+))");
    private static final Pattern CHARACTER_SET = Pattern.compile("(?i)\\bCHARACTER SET (\\w+)");
    private static final Pattern DEFAULTED =
            Pattern.compile("(?i)\\b(?:DEFAULT(?! NULL\\b)|AS IDENTITY|AUTO_INCREMENT|(?:small|big)?serial)\\b");
    private static final Pattern FILLED =
            Pattern.compile("(?i)\\b(?:NOT NULL|PRIMARY KEY|AS IDENTITY|(?:small|big)?serial)\\b");
    private static final Pattern KEY = Pattern.compile("(?i)\\bPRIMARY KEY\\b");
    private static final Pattern UNIQUE = Pattern.compile("(?i)\\bUNIQUE\\b");

    boolean isKey() {
        return KEY.matcher(definition).find();
    }

    boolean isUnique() {
        return UNIQUE.matcher(definition).find();
    }

    /** The same where a later statement has removed its default. */
    ScriptColumn withoutDefault() {
        return new ScriptColumn(
                name, DEFAULTED.matcher(definition).replaceAll("").strip());
    }

    /** What is needed of it. */
    NeededColumn needed() {
        return new NeededColumn(
                name,
                type(),
                FILLED.matcher(definition).find(),
                DEFAULTED.matcher(definition).find());
    }

    private ColumnType type() {
        return ScriptTypes.of(definition);
    }

    /** What is wrong with the collation of such a column that exists; empty where the script does not name one, or names this one. */
    Optional<String> collationFault(String found) {
        Matcher collation = COLLATION.matcher(definition);
        if (collation.find()) {
            String needed = collation.group(1) == null ? collation.group(2) : collation.group(1);
            return found.equalsIgnoreCase(needed)
                    ? Optional.empty()
                    : Optional.of("has collation \"%s\" and must have \"%s\"".formatted(found, needed));
        }
        Matcher characters = CHARACTER_SET.matcher(definition);
        // MariaDB and MySQL have two meanings of utf8.
        boolean other = characters.find()
                && !characters.group(1).equalsIgnoreCase("utf8")
                && !lower(found).startsWith(lower(characters.group(1)) + "_");
        return other
                ? Optional.of(
                        "has collation \"%s\" and must have the character set %s".formatted(found, characters.group(1)))
                : Optional.empty();
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
