package io.counterfoil.jdbc.correlation;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose statements have other texts, and that does something more when it is closed. A dynamic proxy, because JDBC's
 * interfaces have hundreds of methods and grow with each version.
 */
final class LentConnection implements InvocationHandler {

    private static final Set<String> TAKE_SQL =
            Set.of("prepareStatement", "execute", "executeQuery", "executeUpdate", "executeLargeUpdate", "addBatch");

    private final Connection target;
    private final UnaryOperator<String> text;
    private final BeforeClose beforeClose;
    private boolean closed;

    private LentConnection(Connection target, UnaryOperator<String> text, BeforeClose beforeClose) {
        this.target = target;
        this.text = text;
        this.beforeClose = beforeClose;
    }

    /** What has to be done before a connection is closed; once, however often that is. */
    @FunctionalInterface
    interface BeforeClose {
        void run() throws SQLException;
    }

    static Connection of(Connection target, UnaryOperator<String> text, BeforeClose beforeClose) {
        return proxy(Connection.class, new LentConnection(target, text, beforeClose));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("close") && !closed) {
            closed = true;
            try {
                beforeClose.run();
            } finally {
                target.close();
            }
            return null;
        }
        Object result = call(proxy, target, method, arguments);
        if (result instanceof CallableStatement call) {
            return statement(CallableStatement.class, call, proxy);
        } else if (result instanceof PreparedStatement prepared) {
            return statement(PreparedStatement.class, prepared, proxy);
        } else if (result instanceof Statement plain) {
            return statement(Statement.class, plain, proxy);
        }
        return result;
    }

    private <S extends Statement> S statement(Class<S> type, S statement, Object connection) {
        return proxy(
                type,
                (proxy, method, arguments) -> method.getName().equals("getConnection")
                        ? connection
                        : call(proxy, statement, method, arguments));
    }

    private @Nullable Object call(Object proxy, Object callee, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().equals("equals") && arguments != null) {
            return proxy == arguments[0];
        }
        if (arguments != null && TAKE_SQL.contains(method.getName()) && arguments[0] instanceof String sql) {
            arguments[0] = text.apply(sql);
        }
        try {
            return method.invoke(callee, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(LentConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
