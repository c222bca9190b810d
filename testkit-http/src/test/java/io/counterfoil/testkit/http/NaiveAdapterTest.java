package io.counterfoil.testkit.http;

import java.util.Set;

/** An adapter of a few dozen lines passes, as long as it has no flaw. */
class NaiveAdapterTest extends NaiveContract {

    @Override
    Set<Flaw> flaws() {
        return Set.of();
    }
}
