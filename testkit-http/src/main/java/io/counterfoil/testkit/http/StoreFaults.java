package io.counterfoil.testkit.http;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.StoreException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stores that fail. */
final class StoreFaults {

    /** Told to nobody but the log; a scenario looks for it where it must not be. */
    static final String SECRET = "connection to db-7.internal refused";

    private StoreFaults() {}

    /** A store of which no call but the harmless question for an outer unit ever succeeds. */
    static <S> S unreachable(Class<S> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getReturnType() == boolean.class) {
                return false;
            }
            throw new StoreException(SECRET);
        }));
    }

    /** The store, but for one method that fails and does nothing. */
    static <S> S failing(Class<S> type, S store, String failing) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getName().equals(failing)) {
                throw new StoreException(SECRET);
            }
            try {
                return method.invoke(store, (@Nullable Object[]) args);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        }));
    }

    /** The store, but every unit that would keep an answer is undone in that moment. */
    static ClaimStore failingAtTheEnd(ClaimStore store) {
        Class<ClaimStore> type = ClaimStore.class;
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getName().equals("within")) {
                return within(store, (ClaimStore.UnitOfWork<?, ?>) args[0]);
            }
            try {
                return method.invoke(store, (@Nullable Object[]) args);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
        }));
    }

    private static <T, X extends Exception> T within(ClaimStore store, ClaimStore.UnitOfWork<T, X> work) throws X {
        return store.within(claims -> work.run(failing(Claims.class, claims, "complete")));
    }
}
