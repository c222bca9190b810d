package io.counterfoil.testkit.http;

import io.counterfoil.idempotency.store.ClaimStore;
import io.counterfoil.idempotency.store.Claims;
import io.counterfoil.idempotency.store.StoreException;
import io.counterfoil.idempotency.store.UnitOfWork;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stores that fail. */
final class StoreFaults {

    /** Logged, but never sent; a scenario checks that responses do not contain it. */
    static final String SECRET = "connection to db-7.internal refused";

    private StoreFaults() {}

    /** A store whose calls all fail, except the query for an outer unit. */
    static <S> S unreachable(Class<S> type) {
        return made(type, (proxy, method, args) -> {
            if (method.getReturnType() == boolean.class) {
                return false;
            }
            throw new StoreException(SECRET);
        });
    }

    /** The store with one method that fails without an effect. */
    static <S> S failing(Class<S> type, S store, String failing) {
        return made(type, (proxy, method, args) -> {
            if (method.getName().equals(failing)) {
                throw new StoreException(SECRET);
            }
            return passedOn(store, method, args);
        });
    }

    /** The store with units that are rolled back when they would record a result. */
    static ClaimStore failingAtCompletion(ClaimStore store) {
        return made(
                ClaimStore.class,
                (proxy, method, args) -> method.getName().equals("within")
                        ? within(store, (UnitOfWork<?, ?>) args[0])
                        : passedOn(store, method, args));
    }

    private static <T, X extends Exception> T within(ClaimStore store, UnitOfWork<T, X> work) throws X {
        return store.within(claims -> work.run(failing(Claims.class, claims, "complete")));
    }

    private static <S> S made(Class<S> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object passedOn(Object store, Method method, @Nullable Object[] args) throws Throwable {
        try {
            return method.invoke(store, args);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
