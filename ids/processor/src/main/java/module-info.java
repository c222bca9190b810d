/** Checks the prefixes of typed ids at compile time. Depends on the JDK alone. */
module io.counterfoil.ids.processor {
    requires static transitive org.jspecify;
    requires transitive java.compiler;

    provides javax.annotation.processing.Processor with
            io.counterfoil.ids.processor.PrefixProcessor;
}
