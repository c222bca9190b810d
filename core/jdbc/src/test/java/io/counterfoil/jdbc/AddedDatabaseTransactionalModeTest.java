package io.counterfoil.jdbc;

/** The contract on a database that the library does not know. */
class AddedDatabaseTransactionalModeTest extends JdbcTransactionalModeContract {

    @Override
    Engine engineUnderTest() {
        return Engine.H2_ORACLE;
    }
}
