package io.counterfoil.jdbc.reference;

import io.counterfoil.testkit.tables.TestedDatabase;

class PostgreSqlReferencesPropertyTest extends ReferencesProperties {

    private static final TestedDatabase DATABASE = TestedDatabase.postgreSql();

    PostgreSqlReferencesPropertyTest() {
        super(DATABASE);
    }
}
