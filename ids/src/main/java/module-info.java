/** Identifiers: generators, text encodings and typed ids. Depends on nothing. */
module io.counterfoil.ids {
    requires static transitive org.jspecify;

    exports io.counterfoil.ids;
}
