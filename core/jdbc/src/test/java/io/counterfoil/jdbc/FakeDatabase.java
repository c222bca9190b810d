package io.counterfoil.jdbc;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import javax.sql.DataSource;

/** A data source that knows its product's name, and nothing else. */
final class FakeDatabase {

    private FakeDatabase() {}

    static DataSource named(String product) {
        DatabaseMetaData metaData = proxy(DatabaseMetaData.class, "getDatabaseProductName", product);
        return proxy(DataSource.class, "getConnection", proxy(Connection.class, "getMetaData", metaData));
    }

    private static <T> T proxy(Class<T> type, String method, Object answer) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        return answer;
                    }
                    return called.getReturnType() == boolean.class ? Boolean.FALSE : null;
                }));
    }
}
