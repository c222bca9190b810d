package io.counterfoil.jdbc.insert;

/**
 * What an insert that can be repeated asks of a database beyond {@link io.counterfoil.jdbc.dialect.SqlDialect}. A dialect of another
 * module that needs another form than the standard's implements this as well. Immutable and thread-safe.
 */
public interface InsertDialect {

    /**
     * {@return the statement of the first attempt of an insert or find} It returns the row, or no row where there is a duplicate; or it
     * returns nothing, and fails where there is a duplicate.
     *
     * @param into the insert without more
     * @param table the table, as {@code into} names it
     * @param key the columns of the key
     * @param returned the columns of the row
     */
    default String insert(String into, String table, String key, String returned) {
        return into;
    }

    /**
     * {@return the statement of further attempts, as {@link #insert}, after there was a duplicate, and no row with the key}
     *
     * @param into the insert without more
     * @param key the columns of the key
     * @param returned the columns of the row
     */
    default String insertAgain(String into, String key, String returned) {
        return into;
    }

    /** {@return whether a transaction continues after one of its statements has failed} */
    default boolean survivesFailedStatements() {
        return true;
    }

    /** {@return the suffix of a query that reads what is committed now, whatever the transaction has read before; empty where there is none} */
    default String currentRead() {
        return "";
    }

    /**
     * {@return a delimited name, with the delimiters of the database}
     *
     * @param name in the standard's double quotes
     */
    default String delimited(String name) {
        return name;
    }
}
