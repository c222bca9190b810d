package io.counterfoil.jdbc;

import io.counterfoil.testkit.proxy.Intercepted;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/** A data source whose connections stop before they commit, until they are let go. */
final class HeldCommits implements AutoCloseable {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final DataSource held;

    HeldCommits(DataSource dataSource) {
        this.held = wrapped(DataSource.class, dataSource);
    }

    DataSource dataSource() {
        return held;
    }

    /** Waits until a connection stands before its commit. */
    void awaitCommit() throws InterruptedException {
        reached.await();
    }

    /** Lets the commits happen. */
    void letGo() {
        letGo.countDown();
    }

    @Override
    public void close() {
        letGo();
    }

    private <T> T wrapped(Class<T> type, T target) {
        return Intercepted.of(type, target, call -> {
            if (call.name().equals("commit")) {
                reached.countDown();
                letGo.await();
            }
            Object result = call.proceed();
            boolean opened = call.name().equals("getConnection");
            return opened && result instanceof Connection connection ? wrapped(Connection.class, connection) : result;
        });
    }
}
