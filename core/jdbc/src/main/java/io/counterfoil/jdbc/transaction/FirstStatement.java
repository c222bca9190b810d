package io.counterfoil.jdbc.transaction;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement of a unit whose claim has not been sent yet. It keeps its parameters until it is executed: then it is sent with the claim, if that is
 * still to be sent, and otherwise by itself. Whatever else is called sends the claim first. For one thread at a time.
 */
final class FirstStatement implements InvocationHandler {

    private final OwnTransaction unit;
    private final Connection connection;
    private final String sql;
    private final Map<Integer, Setting> parameters = new TreeMap<>();

    /** What was prepared last; null before. */
    private @Nullable PreparedStatement prepared;

    /** Whether it begins with the claim, so that it cannot be executed again. */
    private boolean withClaim;

    private boolean closed;

    /** A parameter that is set. */
    @FunctionalInterface
    private interface Setting {

        /** @param after how many parameters come before those of the statement */
        void apply(PreparedStatement statement, int after) throws Throwable;
    }

    private FirstStatement(OwnTransaction unit, Connection connection, String sql) {
        this.unit = unit;
        this.connection = connection;
        this.sql = sql;
    }

    static PreparedStatement of(OwnTransaction unit, Connection connection, String sql) {
        return (PreparedStatement) Proxy.newProxyInstance(
                FirstStatement.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                new FirstStatement(unit, connection, sql));
    }

    /** Whether a statement can follow others in one text: escapes of whole statements cannot. */
    static boolean isPossible(String sql) {
        return !sql.stripLeading().startsWith("{");
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        int count = arguments == null ? 0 : arguments.length;
        String name = method.getName();
        if (name.equals("equals") && arguments != null && count == 1) {
            return proxy == arguments[0];
        }
        if (name.equals("hashCode") && count == 0) {
            return System.identityHashCode(proxy);
        }
        PreparedStatement current = prepared;
        if (current == null && name.equals("close")) {
            closed = true;
            return null;
        }
        if (current == null && name.equals("isClosed")) {
            return closed;
        }
        if (current == null && closed) {
            throw new SQLException("the statement is closed", "55000");
        }
        if (current == null && name.equals("getConnection")) {
            // Of which Spring asks the name of the driver before it sets a null.
            return connection;
        }
        if (current == null || withClaim) {
            if (arguments != null && isParameter(method, count)) {
                parameters.put((Integer) arguments[0], setting(method, arguments.clone()));
                return null;
            }
            if (name.equals("clearParameters")) {
                parameters.clear();
                return null;
            }
            if (name.startsWith("execute") && count == 0 && !name.equals("executeBatch")) {
                return current == null ? execute(method) : forward(plain(), method, arguments);
            }
        }
        return forward(current == null || isExecution(name) ? plain() : current, method, arguments);
    }

    private static Setting setting(Method method, @Nullable Object[] arguments) {
        return (statement, after) -> {
            @Nullable Object[] shifted = arguments.clone();
            shifted[0] = (Integer) arguments[0] + after;
            forward(statement, method, shifted);
        };
    }

    private static boolean isParameter(Method method, int count) {
        return count >= 2 && method.getName().startsWith("set") && method.getParameterTypes()[0] == int.class;
    }

    private static boolean isExecution(String name) {
        return name.startsWith("execute") || name.equals("addBatch");
    }

    /** Prepares it by itself, unless it is. */
    private PreparedStatement plain() throws Throwable {
        PreparedStatement current = prepared;
        if (current == null || withClaim) {
            unit.sendClaim();
            if (current != null) {
                current.close();
            }
            withClaim = false;
            current = connection.prepareStatement(sql);
            prepared = current;
            for (Setting setting : parameters.values()) {
                setting.apply(current, 0);
            }
            parameters.clear();
        }
        return current;
    }

    private @Nullable Object execute(Method method) throws Throwable {
        DeferredClaim claim = unit.deferral().take();
        if (claim == null) {
            return forward(plain(), method, null);
        }
        PreparedStatement statement;
        try {
            statement = connection.prepareStatement(claim.sql() + sql);
            int after = claim.bind(statement);
            for (Setting setting : parameters.values()) {
                setting.apply(statement, after);
            }
        } catch (Throwable unsent) {
            unit.defer(claim);
            throw unsent;
        }
        prepared = statement;
        withClaim = true;
        unit.scopes().first(claim, () -> {
            statement.execute();
            claim.read(statement);
        });
        return result(statement, method.getName());
    }

    private static @Nullable Object result(PreparedStatement statement, String method) throws SQLException {
        boolean rows = statement.getUpdateCount() < 0;
        if (method.equals("execute")) {
            return rows;
        }
        if (method.equals("executeQuery")) {
            if (rows) {
                return statement.getResultSet();
            }
            throw new SQLException("the statement returned no result set", "02000");
        }
        if (rows) {
            throw new SQLException("the statement returned a result set", "0100E");
        }
        if (method.equals("executeUpdate")) {
            return statement.getUpdateCount();
        }
        return statement.getLargeUpdateCount();
    }

    private static @Nullable Object forward(
            PreparedStatement callee, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(callee, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
