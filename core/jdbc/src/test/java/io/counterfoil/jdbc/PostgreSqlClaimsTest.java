package io.counterfoil.jdbc;

class PostgreSqlClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.POSTGRESQL;
    }
}
