package io.counterfoil.ledger.page;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Playwright;
import io.counterfoil.ledger.launch.LedgerServer;
import io.counterfoil.samples.support.database.ConnectionSettings;
import io.counterfoil.samples.support.testing.Chromium;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * One browser and one service for all tests of the page in a JVM; each test is another visitor. Without a Chromium on the machine, the
 * tests of a class that asks for the browser are skipped.
 */
final class Pages implements BeforeAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(Pages.class);

    private @Nullable ExtensionContext root;

    @Override
    public void beforeAll(ExtensionContext context) {
        root = context.getRoot();
    }

    /** A visitor of the service that all share. */
    Visitor visitor(int width, int height) {
        return visitor(served().url(), width, height);
    }

    /** A visitor of a service whose transfers wait 10 s for each response. */
    Visitor visitorOfShortAttempts(int width, int height) {
        Map<String, String> settings = Map.of("attempt-timeout", "10s");
        return visitor(
                store().computeIfAbsent(settings, key -> Served.start(settings), Served.class)
                        .url(),
                width,
                height);
    }

    /** A visitor of another service. */
    Visitor visitor(URI service, int width, int height) {
        return tabs().visitor(service, width, height);
    }

    /** The address of the shared service. */
    URI serviceUrl() {
        return served().url();
    }

    /** That of the shared service. */
    Database database() {
        return served().database();
    }

    private Visitor.Tabs tabs() {
        Optional<Path> chromium = Chromium.find();
        assumeTrue(chromium.isPresent(), "no Chromium found: the page's test is skipped");
        return store().computeIfAbsent(Driven.class, key -> Driven.start(chromium.orElseThrow()), Driven.class)
                .tabs();
    }

    private Served served() {
        return store().computeIfAbsent(Served.class, key -> Served.start(Map.of()), Served.class);
    }

    /** The root's store closes what it holds when the last test has ended. */
    private ExtensionContext.Store store() {
        return requireNonNull(root, "set before all tests").getStore(NAMESPACE);
    }

    private record Driven(Playwright driver, Visitor.Tabs tabs) implements AutoCloseable {

        static Driven start(Path chromium) {
            Playwright driver = Chromium.driver();
            return new Driven(driver, new Visitor.Tabs(Chromium.launch(driver, chromium)));
        }

        @Override
        public void close() {
            driver.close();
        }
    }

    private record Served(Database database, LedgerServer server) implements AutoCloseable {

        static Served start(Map<String, String> settings) {
            Database database = TestPostgres.freshDatabase();
            return new Served(
                    database,
                    LedgerServer.start(
                            0,
                            new ConnectionSettings(database.jdbcUrl(), database.user(), database.password()),
                            false,
                            settings));
        }

        URI url() {
            return server.url();
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
