package io.counterfoil.jdbc.transaction;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What PostgreSQL's own driver (pgjdbc) tells and does beyond JDBC, as a class loader has it; without needing it to compile. There is one driver on
 * nearly every class path; an application server may have its own.
 */
final class PostgreSqlDriver {

    private static final String CONNECTION = "org.postgresql.core.BaseConnection";

    private static final Optional<PostgreSqlDriver> OF_THIS_LOADER = in(PostgreSqlDriver.class.getClassLoader());

    private static final ClassValue<Optional<PostgreSqlDriver>> BY_CONNECTION = new ClassValue<>() {
        @Override
        protected Optional<PostgreSqlDriver> computeValue(Class<?> type) {
            return of(type);
        }
    };

    private final Class<?> type;
    private final MethodHandle getState;
    private final MethodHandle setAutosave;
    private final Object failed;
    private final Object always;
    private final Object never;

    private PostgreSqlDriver(ClassLoader loader) throws ReflectiveOperationException {
        type = Class.forName(CONNECTION, false, loader);
        Class<?> states = Class.forName("org.postgresql.core.TransactionState", true, loader);
        Class<?> autosave = Class.forName("org.postgresql.jdbc.AutoSave", true, loader);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        getState = lookup.findVirtual(type, "getTransactionState", MethodType.methodType(states))
                .asType(MethodType.methodType(Object.class, Object.class));
        setAutosave = lookup.findVirtual(type, "setAutosave", MethodType.methodType(void.class, autosave))
                .asType(MethodType.methodType(void.class, Object.class, Object.class));
        failed = constant(states, "FAILED");
        always = constant(autosave, "ALWAYS");
        never = constant(autosave, "NEVER");
    }

    private static Object constant(Class<?> type, String name) throws NoSuchFieldException {
        return Arrays.stream(type.getEnumConstants())
                .filter(each -> each.toString().equalsIgnoreCase(name))
                .findAny()
                .orElseThrow(() -> new NoSuchFieldException(type + " has no " + name));
    }

    private static Optional<PostgreSqlDriver> in(ClassLoader loader) {
        try {
            return Optional.of(new PostgreSqlDriver(loader));
        } catch (ReflectiveOperationException otherDriver) {
            return Optional.empty();
        }
    }

    /** The driver that a type of connections is of; empty for another database's. */
    private static Optional<PostgreSqlDriver> of(Class<?> connection) {
        return Stream.<Class<?>>iterate(connection, type -> type != null, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getInterfaces()))
                .filter(type -> type.getName().equals(CONNECTION))
                .findAny()
                .flatMap(type -> in(type.getClassLoader()));
    }

    /**
     * The driver's connection behind this one.
     *
     * @return empty with another driver, and behind a wrapper that does not {@linkplain java.sql.Wrapper unwrap} to it
     */
    static Optional<OwnConnection> of(Connection connection) {
        try {
            PostgreSqlDriver own = OF_THIS_LOADER.orElse(null);
            if (own != null && connection.isWrapperFor(own.type)) {
                return Optional.of(own.new OwnConnection(connection.unwrap(own.type)));
            }
            Object innermost = connection.unwrap(Connection.class);
            // A mock's is null.
            return innermost == null
                    ? Optional.empty()
                    : BY_CONNECTION.get(innermost.getClass()).map(driver -> driver.new OwnConnection(innermost));
        } catch (SQLException unknown) {
            // A wrapper that does not unwrap, or a closed connection, of which whatever is done next throws the same.
            return Optional.empty();
        }
    }

    /** A connection of the driver. */
    final class OwnConnection {

        private final Object connection;

        private OwnConnection(Object connection) {
            this.connection = connection;
        }

        /** Whether a statement of its transaction has failed, so that it can only be rolled back. No round trip. */
        boolean hasFailed() {
            try {
                return (Object) getState.invokeExact(connection) == failed;
            } catch (RuntimeException | Error failure) {
                throw failure;
            } catch (Throwable impossible) {
                throw new LinkageError("reading the state of a PostgreSQL transaction", impossible);
            }
        }

        /** Sets a savepoint before each statement from now on, in its round trip, and rolls back to it where the statement fails; or does not. */
        void autosave(boolean on) {
            try {
                setAutosave.invokeExact(connection, on ? always : never);
            } catch (RuntimeException | Error failure) {
                throw failure;
            } catch (Throwable impossible) {
                throw new LinkageError("setting the autosave of a PostgreSQL connection", impossible);
            }
        }
    }
}
