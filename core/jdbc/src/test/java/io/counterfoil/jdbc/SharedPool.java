package io.counterfoil.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A pool for all tests of a class: opened by the first of them, closed after the last. */
final class SharedPool {

    private static @Nullable HikariDataSource pool;

    private SharedPool() {}

    static synchronized HikariDataSource get(Supplier<HikariDataSource> opening) {
        HikariDataSource open = pool;
        if (open == null) {
            open = opening.get();
            pool = open;
        }
        return open;
    }

    static synchronized void close() {
        if (pool != null) {
            pool.close();
            pool = null;
        }
    }
}
