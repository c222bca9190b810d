package io.counterfoil.springboot.store;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * The connections of a data source that join the unit of work of their thread. It does not unwrap to that data source, so that who takes single
 * statements out of units to be independent of them, as a store of leases does, has them join here. Thread-safe.
 */
final class JoinedConnections extends AbstractDataSource {

    private final DataSource joining;

    /** @param joining as the application uses it */
    JoinedConnections(DataSource joining) {
        this.joining = joining;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return joining.getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return joining.getConnection(username, password);
    }
}
