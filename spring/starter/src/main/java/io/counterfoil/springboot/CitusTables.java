package io.counterfoil.springboot;

import io.counterfoil.citus.CitusDialect;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.springboot.CounterfoilProperties.Citus;
import org.springframework.util.ClassUtils;

/** The dialect of tables that are distributed on Citus, which is an artifact of its own. */
final class CitusTables {

    private static final String DIALECT = "io.counterfoil.citus.CitusDialect";

    private CitusTables() {}

    /** @throws CounterfoilStartUpException when the artifact is missing; names the line to add */
    static SqlDialect dialect(Citus distribution) {
        if (!ClassUtils.isPresent(DIALECT, CitusTables.class.getClassLoader())) {
            throw new CounterfoilStartUpException(
                    "counterfoil.citus is set, and the dialect of Citus is not on the class path.",
                    "Add the dependency io.counterfoil:counterfoil-citus, or remove counterfoil.citus.");
        }
        return distribution == Citus.BY_KEY ? CitusDialect.BY_KEY : CitusDialect.BY_CLIENT;
    }
}
