/** Typed ids as strings in JSON, for Jackson 2. */
@SuppressWarnings("module") // the digit is the generation of Jackson that it is for
module io.counterfoil.jackson2 {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.ids;
    requires transitive com.fasterxml.jackson.databind;

    exports io.counterfoil.jackson2;

    provides com.fasterxml.jackson.databind.Module with
            io.counterfoil.jackson2.TypedIdJackson2Module;
}
