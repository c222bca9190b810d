package io.counterfoil.jdbc;

/** The contract on a database that the library does not know. */
class AddedDatabaseClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.H2_ORACLE;
    }
}
