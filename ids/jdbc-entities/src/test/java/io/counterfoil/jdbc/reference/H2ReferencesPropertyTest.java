package io.counterfoil.jdbc.reference;

import io.counterfoil.testkit.tables.TestedDatabase;

class H2ReferencesPropertyTest extends ReferencesProperties {

    private static final TestedDatabase DATABASE = TestedDatabase.h2();

    H2ReferencesPropertyTest() {
        super(DATABASE);
    }
}
