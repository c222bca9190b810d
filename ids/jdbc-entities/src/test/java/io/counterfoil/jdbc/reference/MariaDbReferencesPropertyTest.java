package io.counterfoil.jdbc.reference;

import io.counterfoil.testkit.tables.TestedDatabase;

class MariaDbReferencesPropertyTest extends ReferencesProperties {

    private static final TestedDatabase DATABASE = TestedDatabase.mariaDb();

    MariaDbReferencesPropertyTest() {
        super(DATABASE);
    }
}
