package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.directory.RecordDirectory;
import io.counterfoil.idempotency.key.Fingerprint;
import io.counterfoil.idempotency.memory.InMemoryStore;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.LeaseStore;
import io.counterfoil.testkit.database.TestPostgres;
import io.counterfoil.testkit.time.SettableClock;
import java.lang.reflect.Proxy;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;

/** The console over leases that are not in the application's database, where its audit is. */
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
@Timeout(300)
@Tag("CN-2")
class OwnStoreTest {

    private static final SettableClock CLOCK = SettableClock.at(Instant.parse("2026-11-29T12:00:00Z"));
    private static final String NOT_HAPPENED = "{\"happened\": false, \"reason\": \"looked\"}";

    private RunningShop shop;

    /** Leases in memory. */
    static class Memory {

        /** Nothing but leases and their list: a store of claims there is in the database. */
        @Bean
        LeaseStore memory() {
            InMemoryStore store = new InMemoryStore(CLOCK);
            return (LeaseStore) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {LeaseStore.class, RecordDirectory.class},
                    (proxy, method, arguments) -> method.invoke(store, arguments));
        }
    }

    @BeforeEach
    void open() {
        shop = RunningShop.configured(
                TestPostgres.freshDatabase(), Memory.class, "--logging.level.io.counterfoil.springboot.records=WARN");
        shop.bean(LeaseStore.class)
                .lease(
                        new KeyedRequest(RunningShop.key("k-1"), Fingerprint.of(new byte[1]), Optional.empty()),
                        Duration.ofSeconds(1),
                        false);
        CLOCK.advance(Duration.ofMinutes(1));
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void decision_isRecordedAfterIt() throws Exception {
        assertThat(shop.decide("olga", "k-1", NOT_HAPPENED).statusCode()).isEqualTo(200);

        assertThat(shop.json("olga", "api/decisions").get("decisions").findValuesAsString("subject"))
                .containsExactly("k-1");
    }

    @Test
    void decision_whoseEntryFails_isLogged(CapturedOutput output) throws Exception {
        shop.jdbc()
                .sql("ALTER TABLE counterfoil_console_audit RENAME TO moved_away")
                .update();

        HttpResponse<String> failed = shop.decide("olga", "k-1", NOT_HAPPENED);

        assertThat(failed.statusCode()).isEqualTo(503);
        assertThat(output).contains("Action on a record done [action=did-not-happen] [by=olga] [request_id=k-1]");
    }

    @Test
    void storedDuplicates_areEmpty() throws Exception {
        assertThat(shop.json("olga", "api/duplicates/stored").has("operations")).isFalse();
    }
}
