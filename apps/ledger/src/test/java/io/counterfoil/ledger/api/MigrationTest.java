package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.jdbc.batch.Batches;
import io.counterfoil.jdbc.database.Dialects;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.reference.References;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.operations.Operations;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A database that an older service has written, under the present one. */
@Timeout(300)
class MigrationTest {

    private static final UUID LEDGER = UUID.fromString("019a0000-0000-7000-8000-000000000001");
    private static final UUID LATER = UUID.fromString("019a0000-0000-7000-8000-000000000002");

    private final Database database = TestPostgres.freshDatabase();
    private final JdbcClient sql = JdbcClient.create(database.dataSource());

    private static UUID transaction(int number) {
        return UUID.fromString("019a0000-0000-7000-9000-00000000000" + number);
    }

    /** Two ledgers, whose transactions were granted in turns; the ids say nothing about the order. */
    private void writeAsOfVersion2() {
        Flyway.configure().dataSource(database.dataSource()).target("2").load().migrate();
        sql.sql("""
                INSERT INTO ledger (id, client, idempotency_key, reference_id, unit, initial_deposit, metadata, balance, created_at)
                VALUES (:one, 'alice', 'k', 'r', 'seats', 100, '{"a":1}', 93, '2026-01-01 00:00Z'),
                       (:other, '', 'k', 'r', 'seats', NULL, NULL, 5, '2026-01-02 00:00Z')""").param("one", LEDGER).param("other", LATER).update();
        post(LEDGER, 9, "k-100-initial-deposit", 100, "", "COMMITTED");
        post(LATER, 8, "t", 5, "r", "COMMITTED");
        post(LEDGER, 7, "t", -7, "r", "COMMITTED");
        post(LEDGER, 6, "failed", -50, "", "FAILED");
        post(LEDGER, 5, "u", -20, "", "COMMITTED");
        sql.sql("""
                INSERT INTO reversal (id, transaction_pk, idempotency_key, quantity)
                SELECT ?, pk, 'r', 20 FROM ledger_transaction WHERE id = ?""").params(transaction(1), transaction(5)).update();
    }

    private void post(UUID ledger, int id, String key, long quantity, String reference, String state) {
        sql.sql("""
                INSERT INTO ledger_transaction (id, ledger_pk, client, idempotency_key, quantity, two_phase, state, reference_id)
                SELECT :id, pk, client, :key, :quantity, :pending, :state, NULLIF(:reference, '') FROM ledger WHERE id = :ledger""")
                .param("id", transaction(id))
                .param("key", key)
                .param("quantity", quantity)
                .param("pending", state.equals("FAILED"))
                .param("state", state)
                .param("reference", reference)
                .param("ledger", ledger)
                .update();
    }

    @Test
    @Tag("RF-3")
    @Tag("RF-6")
    @Tag("LG-1")
    void olderData_areShownAsTheyWere_andCanBeWorkedWith() {
        writeAsOfVersion2();
        try (RunningService service = RunningService.on(database)) {
            Api api = new Api(service.uri());
            String ledger = LedgerId.TYPE.of(LEDGER).text();

            List<JsonNode> entries = api.entries(ledger, 2);
            assertThat(entries)
                    .extracting(entry -> entry.get("id").stringValue())
                    .containsExactly(text(9), text(7), text(6), text(5));
            assertThat(entries)
                    .extracting(entry -> entry.get("running_balance").longValue())
                    .containsExactly(100L, 93L, 93L, 93L);
            assertThat(api.get("/v1/ledgers?reference_id=r")
                            .client("alice")
                            .ok()
                            .id())
                    .isEqualTo(ledger);
            assertThat(api.get("/v1/ledgers?reference_id=r").ok().id())
                    .isEqualTo(LedgerId.TYPE.of(LATER).text());
            assertThat(api.get("/v1/transactions?reference_id=r")
                            .client("alice")
                            .ok()
                            .id())
                    .isEqualTo(text(7));
            String deposit = entries.get(0).get("service_reference_id").stringValue();
            assertThat(api.get("/v1/transactions?service_reference_id=" + deposit)
                            .ok()
                            .id())
                    .isEqualTo(text(9));
            assertThat(entries.get(1).get("service_reference_id").isNull()).isTrue();
            assertThat(entries.get(3).get("reversal").get("id").stringValue())
                    .isEqualTo(ReversalId.TYPE.of(transaction(1)).text());

            api.post(
                            "/v1/ledgers",
                            "idempotency_key",
                            "k",
                            "unit",
                            "seats",
                            "reference_id",
                            "r",
                            "initial_deposit",
                            100,
                            "metadata",
                            Map.of("a", 1))
                    .client("alice")
                    .created()
                    .isReplayed();
            api.transaction(ledger, "t", -7).client("alice").refused(422, "key-reused", "reference_id");
            api.on(text(5), "reversal", "r").client("alice").created().isReplayed();
            api.delete("/v1/ledgers/" + ledger).refused(409, "ledger:ledger-not-empty");
            String posted = api.posted(ledger, -93);
            assertThat(api.entries(ledger, 100).get(4).get("id").stringValue()).isEqualTo(posted);
            assertThat(api.balance(ledger)).isZero();
        }
    }

    private static String text(int transaction) {
        return TransactionId.TYPE.of(transaction(transaction)).text();
    }

    /** As of version 4: keys were unique per ledger, those of reversals per transaction. */
    @Test
    @Tag("LG-2")
    @Tag("RQ-16")
    void keysOfVersion4_keepTheirScope_andReversalsStayKnown() {
        writeAsOfVersion2();
        Flyway.configure().dataSource(database.dataSource()).target("4").load().migrate();
        sql.sql("UPDATE ledger_transaction SET client = 'bob' WHERE id = ?")
                .param(transaction(6))
                .update();
        reverse(transaction(8), "", "r");
        reverse(transaction(7), "bob", "r");
        try (RunningService service = RunningService.on(database)) {
            Api api = new Api(service.uri());
            String shared = LedgerId.TYPE.of(LEDGER).text();
            String own = LedgerId.TYPE.of(LATER).text();

            assertThat(isShared(api, shared)).isTrue();
            assertThat(isShared(api, own)).isFalse();
            // What is left to the default was another one then: the opening is the same all the same.
            api.post("/v1/ledgers", "idempotency_key", "k", "unit", "seats", "reference_id", "r")
                    .created()
                    .isReplayed();
            for (String client : List.of("alice", "bob")) {
                api.transaction(shared, "u", -20).client(client).created().isReplayed();
                api.on(text(5), "reversal", "r").client(client).created().isReplayed();
                // Its key is that of the older reversal by now; under its own transaction it is known.
                api.on(text(7), "reversal", "r").client(client).created().isReplayed();
            }
            api.on(text(8), "reversal", "r").created().isReplayed();
            String next = api.posted(shared, -1);
            api.on(next, "reversal", "r").client("carol").refused(422, "key-reused", "transaction_id");
            api.transaction(own, "t", 5).client("carol").created().isOriginal();
        }
    }

    private void reverse(UUID transaction, String client, String key) {
        sql.sql("""
                INSERT INTO reversal (id, transaction_pk, client, idempotency_key, quantity)
                SELECT gen_random_uuid(), pk, ?, ?, -quantity FROM ledger_transaction WHERE id = ?""").params(client, key, transaction).update();
    }

    private static boolean isShared(Api api, String ledger) {
        return api.get("/v1/ledgers/" + ledger).ok().json().get("shared_keys").booleanValue();
    }

    @Test
    @Tag("CB-8")
    @Tag("RF-2")
    @Tag("RF-4")
    @Tag("RF-8")
    void tablesOfTheLibrary_areAsItsOwnScriptsMakeThem() {
        Flyway.configure().dataSource(database.dataSource()).load().migrate();
        sql.sql("CREATE SCHEMA scripts").update();
        for (String script : List.of(
                CreationIdentifiers.SCHEMA.script(Dialects.POSTGRESQL),
                References.SCHEMA.script(Dialects.POSTGRESQL),
                Batches.SCHEMA.script(Dialects.POSTGRESQL),
                Operations.SCHEMA.script(Dialects.POSTGRESQL))) {
            sql.sql("SET search_path = scripts; " + script + "; SET search_path = public")
                    .update();
        }

        List<String> scripted = shapeOf("scripts");
        assertThat(scripted).hasSizeGreaterThan(60);
        assertThat(shapeOf("public")).containsAll(scripted);
        List<String> tables = List.of(
                "creation", "reference", "batch", "batch_member", "operation", "operation_queue", "callback_queue");
        assertThat(shapeOf("public").stream()
                        .filter(line ->
                                tables.stream().anyMatch(table -> line.contains(" counterfoil_" + table + " "))))
                .containsExactlyInAnyOrderElementsOf(scripted);
    }

    /** Columns, indexes and constraints of the library's tables in a schema, one a line, with the table between spaces. */
    private List<String> shapeOf(String schema) {
        return sql.sql("""
                        SELECT format('column %s %s %s %s %s %s %s', table_name, column_name, data_type, character_maximum_length,
                            is_nullable, collation_name, column_default)
                          FROM information_schema.columns WHERE table_schema = :schema AND table_name LIKE 'counterfoil%'
                        UNION ALL
                        SELECT format('index %s %s', tablename, replace(indexdef, :schema || '.', ''))
                          FROM pg_indexes WHERE schemaname = :schema AND tablename LIKE 'counterfoil%'
                        UNION ALL
                        SELECT format('constraint %s %s', conrelid::regclass::text, pg_get_constraintdef(c.oid))
                          FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
                         WHERE n.nspname = :schema AND replace(conrelid::regclass::text, :schema || '.', '') LIKE 'counterfoil%'""").param("schema", schema).query(String.class).list().stream()
                .map(line -> line.replace(schema + ".", ""))
                .toList();
    }
}
