package io.counterfoil.springboot.store;

import io.counterfoil.jdbc.transaction.Transaction;
import io.counterfoil.springboot.settings.SeparateTransactions;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * The work of a keyed request within its unit: notices transactions that would commit apart from it.
 *
 * <p>On its own thread that is a transaction for which Spring suspends one of the work's ({@code REQUIRES_NEW}, {@code NOT_SUPPORTED}), or one of
 * another data source. On a thread that the work has started it is every transaction, unless the thread is a pool's: it may have been made during
 * this work, and do another's by now.
 */
final class KeyedWork implements TransactionSynchronization, Ordered {

    private static final Logger LOG = LoggerFactory.getLogger(SpringTransactions.class);

    /** More places than this are not remembered, and warned of each time. */
    private static final int MAX_PLACES = 1000;

    private static final Set<String> PLACES = ConcurrentHashMap.newKeySet();

    /** That of this thread, or of the one that has started it. */
    private static final InheritableThreadLocal<@Nullable KeyedWork> CURRENT = new InheritableThreadLocal<>();

    private static final ThreadLocal<@Nullable KeyedWork> OWN = new ThreadLocal<>();
    private static final ThreadLocal<Boolean> PERMITTED = ThreadLocal.withInitial(() -> false);

    /** Keep locks and sessions, which are apart on purpose. */
    private static final List<String> FRAMEWORKS =
            List.of("org.springframework.integration.jdbc.lock.", "org.springframework.session.");

    /** Whether one of them is there, so that it is worth looking for. */
    private static final boolean HAS_FRAMEWORKS = Stream.of(
                    "org.springframework.integration.jdbc.lock.LockRepository",
                    "org.springframework.session.SessionRepository")
            .anyMatch(type -> ClassUtils.isPresent(type, KeyedWork.class.getClassLoader()));

    /** SQLState of a transaction that cannot begin inside another one. */
    private static final String ACTIVE_TRANSACTION = "25001";

    private static final Set<String> POOLS = Set.of(
            "java.util.concurrent.ThreadPoolExecutor",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ForkJoinWorkerThread");

    private final Transaction unit;
    private final SeparateTransactions separate;
    private final @Nullable KeyedWork outer = OWN.get();

    private volatile boolean active = true;

    /** The name of the transaction that a manager is beginning on the work's own thread; empty for none, and for one that has no name. */
    private String beginning = "";

    private KeyedWork(Transaction unit, SeparateTransactions separate) {
        this.unit = unit;
        this.separate = separate;
    }

    /** Begins it on this thread. Closed by the same thread. */
    static KeyedWork begin(Transaction unit, SeparateTransactions separate) {
        KeyedWork work = new KeyedWork(unit, separate);
        CURRENT.set(work);
        OWN.set(work);
        return work;
    }

    /**
     * A transaction of Spring's is about to begin on this thread.
     *
     * @param name its name: of a transaction that is declared, its method's; empty for none
     * @param joins whether it is on the data source of the work
     */
    static void beforeBegin(String name, BooleanSupplier joins) {
        KeyedWork work = CURRENT.get();
        if (work == null || !work.active) {
            return;
        }
        if (work != OWN.get()) {
            if (!isOfAPool()) {
                work.separate();
            }
        } else if (joins.getAsBoolean()) {
            work.beginning = name;
        } else {
            work.separate();
        }
    }

    /** It has begun: what is suspended for another one from now on is noticed. */
    static void afterBegin() {
        KeyedWork work = OWN.get();
        if (work != null && work.active) {
            work.beginning = "";
            if (TransactionSynchronizationManager.isSynchronizationActive()) {
                TransactionSynchronizationManager.registerSynchronization(work);
            }
        }
    }

    /**
     * A transaction of this thread could not begin. A manager takes that for a failure of the database, and its callers may try again.
     *
     * @throws IllegalTransactionStateException when it was refused
     */
    static void refuse(Throwable failure) {
        KeyedWork work = OWN.get();
        if (work == null || !work.active) {
            return;
        }
        work.beginning = "";
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IllegalTransactionStateException refusal) {
                throw refusal;
            }
            if (cause instanceof SQLException refusal && ACTIVE_TRANSACTION.equals(refusal.getSQLState())) {
                throw new IllegalTransactionStateException(String.valueOf(refusal.getMessage()), failure);
            }
        }
    }

    /** Whether this thread runs keyed work in a unit. */
    static boolean isActive() {
        KeyedWork work = OWN.get();
        return work != null && work.active;
    }

    /** The work of this thread is rolled back, whatever becomes of it. */
    static void undo() {
        KeyedWork work = OWN.get();
        if (work != null) {
            work.unit.setRollbackOnly();
        }
    }

    /**
     * Whether the transaction that begins on this thread commits by itself.
     *
     * @param nested whether another one of the work is open
     * @throws IllegalTransactionStateException when it would, and must not
     */
    static boolean isSeparate(boolean nested) {
        KeyedWork work = OWN.get();
        if (work == null || !work.active) {
            return nested;
        }
        if (PERMITTED.get() || work.beginsForAFramework()) {
            return true;
        }
        if (nested) {
            work.separate();
        }
        return nested;
    }

    /** Permits what the call begins on this thread. */
    static @Nullable Object permitted(MethodInvocation call) throws Throwable {
        boolean outer = PERMITTED.get();
        PERMITTED.set(true);
        try {
            return call.proceed();
        } finally {
            if (!outer) {
                PERMITTED.remove();
            }
        }
    }

    /** Its work is over, and its transaction about to end. */
    void close() {
        active = false;
        if (outer == null) {
            CURRENT.remove();
            OWN.remove();
        } else {
            CURRENT.set(outer);
            OWN.set(outer);
        }
    }

    /** Before all others: where this one throws, none of them has been suspended. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void suspend() {
        separate();
    }

    private void separate() {
        if (!active || PERMITTED.get() || isOfAFramework()) {
            return;
        }
        String place = place();
        switch (separate) {
            case FAIL ->
                throw new IllegalTransactionStateException("the transaction of " + place
                        + " would commit separately from its keyed request: its writes would persist when the request "
                        + "fails, and each retry would repeat them. Let the method join the request's transaction"
                        + " (Propagation.REQUIRED), or permit it by @AllowSeparateTransaction; or set the endpoint's mode to lease, or"
                        + " exempt it with @NotIdempotent. counterfoil.separate-transactions=warn only warns");
            case WARN -> {
                if (PLACES.size() >= MAX_PLACES || PLACES.add(place)) {
                    LOG.warn(
                            "The transaction of {} commits separately from its keyed request: its writes persist when the "
                                    + "request fails, and each retry repeats them. Where this is intended, permit it with "
                                    + "@AllowSeparateTransaction",
                            place);
                }
            }
        }
    }

    private static boolean isOfAPool() {
        return StackWalker.getInstance().walk(frames -> frames.anyMatch(frame -> POOLS.contains(frame.getClassName())));
    }

    /** Where the transaction that begins has a name there is no need to walk the stack, which costs each request more than all else here. */
    private boolean beginsForAFramework() {
        return HAS_FRAMEWORKS && (beginning.isEmpty() ? isOfAFramework() : isFrameworks(beginning));
    }

    private static boolean isOfAFramework() {
        return HAS_FRAMEWORKS
                && StackWalker.getInstance()
                        .walk(frames -> frames.map(StackWalker.StackFrame::getClassName)
                                .takeWhile(type -> !isApplications(type))
                                .anyMatch(KeyedWork::isFrameworks));
    }

    private static boolean isFrameworks(String type) {
        return FRAMEWORKS.stream().anyMatch(type::startsWith);
    }

    /** The application's method that the transaction is for. */
    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> isApplications(frame.getClassName()))
                        .findFirst()
                        .map(KeyedWork::place)
                        .orElse("an unknown method"));
    }

    private static boolean isApplications(String type) {
        return !type.startsWith("java.")
                && !type.startsWith("jdk.")
                && !type.startsWith("org.springframework.")
                && !type.startsWith("io.counterfoil.springboot.store.")
                && !type.startsWith("io.counterfoil.jdbc.")
                && !type.startsWith("org.hibernate.")
                && !type.startsWith("com.sun.proxy.");
    }

    private static String place(StackWalker.StackFrame frame) {
        int proxy = frame.getClassName().indexOf("$$");
        return (proxy < 0 ? frame.getClassName() : frame.getClassName().substring(0, proxy)) + "."
                + frame.getMethodName();
    }
}
