package io.counterfoil.jdbc;

class MariaDbClaimsTest extends JdbcClaimsContract {

    @Override
    Engine engine() {
        return Engine.MARIADB;
    }
}
