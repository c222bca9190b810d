/** Typed ids as strings in JSON, for Jackson 3. */
module io.counterfoil.jackson {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.ids;
    requires transitive tools.jackson.databind;

    exports io.counterfoil.jackson;

    provides tools.jackson.databind.JacksonModule with
            io.counterfoil.jackson.TypedIdModule;
}
