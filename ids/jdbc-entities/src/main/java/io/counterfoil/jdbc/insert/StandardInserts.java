package io.counterfoil.jdbc.insert;

/** The standard's form: an insert that fails on a duplicate, and a query. */
record StandardInserts() implements InsertDialect {}
