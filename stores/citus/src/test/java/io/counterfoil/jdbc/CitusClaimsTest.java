package io.counterfoil.jdbc;

class CitusClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.CITUS;
    }
}
