package io.counterfoil.jdbc.insert;

/** MySQL and MariaDB. */
record MySqlInserts() implements InsertDialect {

    /** Under REPEATABLE READ, the default here, any other read would miss a row committed after the first one. */
    @Override
    public String currentRead() {
        return " LOCK IN SHARE MODE";
    }

    @Override
    public String delimited(String name) {
        return name.replace('"', '`');
    }
}
