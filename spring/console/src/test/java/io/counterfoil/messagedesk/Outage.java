package io.counterfoil.messagedesk;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Makes the application's database unreachable, and reachable again. Thread-safe. */
final class Outage implements BeanPostProcessor, PriorityOrdered {

    private volatile boolean away;

    void begin() {
        away = true;
    }

    void end() {
        away = false;
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource database
                ? new DelegatingDataSource(database) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        if (away) {
                            throw new SQLNonTransientConnectionException("secret host is down", "08001");
                        }
                        return super.getConnection();
                    }
                }
                : bean;
    }
}
