package io.counterfoil.jdbc;

class H2ClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.H2;
    }
}
