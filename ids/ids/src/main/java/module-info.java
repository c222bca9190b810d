/** Identifiers: generators, text forms and typed ids. Depends on nothing. */
module io.counterfoil.ids {
    requires static transitive org.jspecify;

    exports io.counterfoil.ids;
    exports io.counterfoil.ids.generator;
    exports io.counterfoil.ids.snowflake;
    exports io.counterfoil.ids.text;
    exports io.counterfoil.ids.validation;
}
