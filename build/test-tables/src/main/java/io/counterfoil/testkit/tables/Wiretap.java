package io.counterfoil.testkit.tables;

import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.sql.SQLException;

/** Calls a listener before each statement that a connection prepares. */
public final class Wiretap {

    private Wiretap() {}

    /** Called before a statement is prepared. */
    @FunctionalInterface
    public interface Listener {
        void preparing(String sql) throws SQLException;
    }

    public static Connection on(Connection connection, Listener listener) {
        return Intercepted.of(Connection.class, connection, call -> {
            if (call.name().equals("prepareStatement")) {
                listener.preparing(call.argument(0, String.class));
            }
            return call.proceed();
        });
    }
}
