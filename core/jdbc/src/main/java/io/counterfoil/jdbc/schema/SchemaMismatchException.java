package io.counterfoil.jdbc.schema;

import java.util.List;

/** The tables of a database are not as this version needs them. The message has both: what is missing or different, and what to do. */
public final class SchemaMismatchException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Every finding, each on a line. */
    private final String description;

    /** What to do. */
    private final String action;

    SchemaMismatchException(String url, List<String> findings, String action) {
        this(
                "the tables in %s do not match this version:\n  - %s".formatted(url, String.join("\n  - ", findings)),
                action);
    }

    private SchemaMismatchException(String description, String action) {
        super(description + "\n" + action);
        this.description = description;
        this.action = action;
    }

    /** {@return every finding, each on a line} */
    public String description() {
        return description;
    }

    /** {@return what to do} */
    public String action() {
        return action;
    }
}
