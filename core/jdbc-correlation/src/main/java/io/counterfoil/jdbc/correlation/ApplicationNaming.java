package io.counterfoil.jdbc.correlation;

import io.counterfoil.correlation.Correlation;
import io.counterfoil.correlation.CorrelationId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Sets PostgreSQL's {@code application_name} for as long as a connection is lent.
 *
 * <p>By {@code setClientInfo}, which PostgreSQL's driver sends without beginning a transaction. The setting is part of one that is
 * open already, though, and comes undone with it; so at the end there must be none.
 */
final class ApplicationNaming implements Naming {

    /** The bytes of a PostgreSQL name, less the one that ends it. */
    static final int LONGEST = 63;

    private static final String APPLICATION_NAME = "ApplicationName";

    @Override
    public Connection named(Connection target) throws SQLException {
        try {
            requirePostgreSql(target);
            Optional<CorrelationId> id = Correlation.current();
            if (id.isEmpty()) {
                return target;
            }
            String before = Objects.requireNonNullElse(target.getClientInfo(APPLICATION_NAME), "");
            target.setClientInfo(APPLICATION_NAME, shown(id.get()));
            return LentConnection.of(target, UnaryOperator.identity(), () -> giveBack(target, before));
        } catch (SQLException | RuntimeException refused) {
            try {
                target.close();
            } catch (SQLException broken) {
                refused.addSuppressed(broken);
            }
            throw refused;
        }
    }

    private static void requirePostgreSql(Connection target) throws SQLException {
        String product = target.getMetaData().getDatabaseProductName();
        if (!product.equals("PostgreSQL")) {
            throw new IllegalStateException(
                    "application_name is a setting of PostgreSQL, and this data source connects to " + product
                            + ": use CorrelatedDataSource.byComment");
        }
    }

    static String shown(CorrelationId id) {
        CorrelationId fitting = id;
        while (fitting.value().length() > LONGEST && fitting.parent().isPresent()) {
            fitting = fitting.parent().get();
        }
        return fitting.value().substring(0, Math.min(fitting.value().length(), LONGEST));
    }

    private static void giveBack(Connection target, String before) throws SQLException {
        if (target.isClosed()) {
            return;
        }
        try {
            if (!target.getAutoCommit()) {
                target.rollback();
            }
            target.setClientInfo(APPLICATION_NAME, before);
        } catch (SQLException broken) {
            end(target);
        }
    }

    /** A pool that finds the connection broken fails, and has removed it by then. The work is done, and must not fail. */
    private static void end(Connection target) throws SQLException {
        target.abort(Runnable::run);
        try {
            target.close();
        } catch (SQLException known) {
            // That it is closed.
        }
    }
}
