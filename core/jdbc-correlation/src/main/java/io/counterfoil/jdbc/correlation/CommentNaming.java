package io.counterfoil.jdbc.correlation;

import io.counterfoil.correlation.Correlation;
import java.sql.Connection;

/**
 * Puts a comment before each statement. Before and not after: lists of what runs show the beginning of a long statement, and a line
 * comment at a statement's end would swallow what follows.
 */
final class CommentNaming implements Naming {

    @Override
    public Connection named(Connection target) {
        return LentConnection.of(target, CommentNaming::commented, () -> {});
    }

    static String commented(String sql) {
        return Correlation.current()
                .map(id -> "/* " + Correlation.MDC_KEY + "='" + id + "' */ " + sql)
                .orElse(sql);
    }
}
