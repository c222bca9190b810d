package io.counterfoil.testkit.tables;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
        return (Connection) Proxy.newProxyInstance(
                Wiretap.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("prepareStatement")) {
                        listener.preparing((String) arguments[0]);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }
}
