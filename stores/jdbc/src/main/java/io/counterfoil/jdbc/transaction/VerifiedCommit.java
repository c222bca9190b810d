package io.counterfoil.jdbc.transaction;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Commits JDBC transactions, and reports those that the server has rolled back instead. Thread-safe. */
public final class VerifiedCommit {

    private static final String ABORTED = "25P02";

    private static final Optional<Driver> OF_THIS_LOADER = Driver.in(VerifiedCommit.class.getClassLoader());

    private static final ClassValue<Optional<Driver>> BY_CONNECTION = new ClassValue<>() {
        @Override
        protected Optional<Driver> computeValue(Class<?> type) {
            return Driver.of(type);
        }
    };

    private VerifiedCommit() {}

    /**
     * Commits. PostgreSQL answers the COMMIT of a transaction in which a statement has failed with a ROLLBACK, which its driver reports as
     * success. So the driver is asked for the state of the transaction first, which it knows from the server's last response: that is
     * no round trip. Such a transaction is rolled back and reported. With drivers other than PostgreSQL's own (pgjdbc), and behind a
     * wrapper that does not {@linkplain java.sql.Wrapper unwrap} to its connection, it is the driver's commit without more.
     *
     * @param connection with auto-commit off; a pool's and other wrappers too
     * @throws SQLException with SQLState 25P02 when the server had aborted the transaction: nothing is committed, and it is ended; or what
     *     the driver threw
     */
    public static void commit(Connection connection) throws SQLException {
        if (isAborted(connection)) {
            throw rolledBack(connection);
        }
        connection.commit();
    }

    private static SQLException rolledBack(Connection connection) {
        SQLException failure = new SQLException(
                "the transaction is rolled back: one of its statements failed, which aborts it on PostgreSQL, and it went on to the"
                        + " commit: set a savepoint before a statement whose failure is caught",
                ABORTED);
        try {
            connection.rollback();
        } catch (SQLException broken) {
            failure.addSuppressed(broken);
        }
        return failure;
    }

    private static boolean isAborted(Connection connection) {
        try {
            Driver own = OF_THIS_LOADER.orElse(null);
            if (own != null && connection.isWrapperFor(own.connection())) {
                return own.isAborted(connection.unwrap(own.connection()));
            }
            Object innermost = connection.unwrap(Connection.class);
            // A mock's is null.
            return innermost != null
                    && BY_CONNECTION
                            .get(innermost.getClass())
                            .filter(driver -> driver.isAborted(innermost))
                            .isPresent();
        } catch (SQLException unknown) {
            // A wrapper that does not unwrap, or a closed connection, of which the commit itself throws the same.
            return false;
        }
    }

    /**
     * PostgreSQL's driver, as a class loader has it. There is one on nearly every class path; an application server may have its own.
     *
     * @param connection its type of connections
     * @param getState reads the state of a connection's transaction
     * @param aborted the state in which nothing can be committed
     */
    private record Driver(Class<?> connection, MethodHandle getState, Object aborted) {

        private static final String CONNECTION = "org.postgresql.core.BaseConnection";
        private static final String STATE = "org.postgresql.core.TransactionState";

        static Optional<Driver> in(ClassLoader loader) {
            try {
                Class<?> connection = Class.forName(CONNECTION, false, loader);
                Class<?> state = Class.forName(STATE, true, loader);
                MethodHandle getState = MethodHandles.publicLookup()
                        .findVirtual(connection, "getTransactionState", MethodType.methodType(state))
                        .asType(MethodType.methodType(Object.class, Object.class));
                return Arrays.stream(state.getEnumConstants())
                        .filter(each -> each.toString().equals("FAILED"))
                        .findAny()
                        .map(aborted -> new Driver(connection, getState, aborted));
            } catch (ReflectiveOperationException otherDriver) {
                return Optional.empty();
            }
        }

        /** The driver that a connection is of; empty for another database's. */
        static Optional<Driver> of(Class<?> connection) {
            return Stream.<Class<?>>iterate(connection, type -> type != null, Class::getSuperclass)
                    .flatMap(type -> Arrays.stream(type.getInterfaces()))
                    .filter(type -> type.getName().equals(CONNECTION))
                    .findAny()
                    .flatMap(type -> in(type.getClassLoader()));
        }

        boolean isAborted(Object itsConnection) {
            try {
                return (Object) getState.invokeExact(itsConnection) == aborted;
            } catch (RuntimeException | Error failure) {
                throw failure;
            } catch (Throwable impossible) {
                throw new LinkageError("reading the state of a PostgreSQL transaction", impossible);
            }
        }
    }
}
