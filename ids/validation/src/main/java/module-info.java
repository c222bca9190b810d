/** Constraints on ids that clients make, for Jakarta Bean Validation. */
module io.counterfoil.validation {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.ids;
    requires transitive jakarta.validation;

    exports io.counterfoil.validation;
}
