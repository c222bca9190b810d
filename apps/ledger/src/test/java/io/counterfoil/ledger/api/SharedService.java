package io.counterfoil.ledger.api;

import static java.util.Objects.requireNonNull;

import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestCitus;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A service for test classes: started once for all that ask for the same settings, stopped after the last test of the
 * JVM. Tests share it, so each makes ledgers of its own.
 */
final class SharedService implements BeforeAllCallback {

    /** The configuration parameter of JUnit that has the services work on Citus. */
    static final String ON_CITUS = "ledger.citus";

    private static final Namespace NAMESPACE = Namespace.create(SharedService.class);

    private final List<String> settings;
    private final boolean settable;
    private @Nullable RunningService service;

    private SharedService(String... settings) {
        this(false, settings);
    }

    private SharedService(boolean settable, String... settings) {
        this.settable = settable;
        this.settings = List.of(settings);
    }

    /** Waits long for locks and originals, as the configuration of the tests says: a slow machine is not taken for a refusal. */
    static SharedService patient() {
        return new SharedService();
    }

    /** The patient one, by a clock that tests advance; it begins at the present, and never goes back. */
    static SharedService clocked() {
        return new SharedService(true);
    }

    /** Waits next to nothing for originals. */
    static SharedService impatient() {
        return new SharedService("counterfoil.limits.wait-time=200ms");
    }

    /** The patient one, asking for API keys. */
    static SharedService guarded() {
        return new SharedService("ledger.api-keys.enabled=true");
    }

    /** The guarded one, whose ledgers may be changed by every client. */
    static SharedService guardedForAll() {
        return new SharedService("ledger.api-keys.enabled=true", "ledger.api-keys.owner-writes=false");
    }

    /** The patient one, which refuses at once what finds no free connection to the database. */
    static SharedService crowded() {
        return new SharedService("spring.datasource.hikari.connection-timeout=250");
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // The root's store closes what it holds when the last test has ended.
        boolean citus = context.getConfigurationParameter(ON_CITUS)
                .map(Boolean::valueOf)
                .orElse(false);
        service = context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Map.entry(settings, settable), key -> start(citus), RunningService.class);
    }

    private RunningService start(boolean citus) {
        Database fresh = citus ? TestCitus.freshDatabase().get(0) : TestPostgres.freshDatabase();
        Database database = fresh.reusing("test");
        return settable
                ? RunningService.on(database, settings, SettableClock.at(Instant.now()))
                : RunningService.on(database, settings.toArray(String[]::new));
    }

    /** What time it is for the service. */
    InstantSource clock() {
        return running().bean(InstantSource.class);
    }

    /** Lets time pass for the service; one that is {@link #clocked()}. */
    void advance(Duration by) {
        ((SettableClock) clock()).advance(by);
    }

    RunningService running() {
        return requireNonNull(service, "started before all tests");
    }

    JdbcClient sql() {
        return running().sql();
    }

    /** Returns when the record of this header key counts this many requests: they are written once a second. */
    void awaitRequestCount(String key, int requests) {
        HeldLedger.await(
                "requests counted",
                () -> sql().sql("SELECT request_count FROM counterfoil_record WHERE request_id = ?")
                                .param(key)
                                .query(Integer.class)
                                .single()
                        == requests);
    }

    /** How many objects there are, in which states, and what they add up to: the same when nothing was done. */
    String objects() {
        return running().bean(JdbcClient.class).sql("""
                        SELECT format('%s ledgers, balances %s, %s transactions, %s pending, %s failed, %s reversals',
                          ledgers.count, ledgers.balance, transactions.count, pending, failed, reversals.count)
                          FROM (SELECT count(*), sum(balance) AS balance FROM ledger) ledgers,
                            (SELECT count(*), count(*) FILTER (WHERE state = 'PENDING') AS pending,
                              count(*) FILTER (WHERE state = 'FAILED') AS failed FROM ledger_transaction) transactions,
                            (SELECT count(*) FROM reversal) reversals""").query(String.class).single();
    }

    /** A client of this service, without a name. */
    Api api() {
        return new Api(running().uri());
    }
}
