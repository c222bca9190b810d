package io.counterfoil.testkit.http;

import java.util.Set;

/** A minimal adapter without flaws passes. */
class NaiveAdapterTest extends NaiveContract {

    @Override
    Set<Flaw> flaws() {
        return Set.of();
    }
}
