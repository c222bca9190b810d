package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.testkit.database.Database;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The primary keys of tables with data in them get another type, and nobody outside notices. */
@Timeout(300)
@Tag("EN-2")
class PrimaryKeyTypeTest {

    /** bigint becomes uuid, with all that refers to it, as a migration would do it. */
    private static final String CHANGE = """
            ALTER TABLE ledger ADD COLUMN new_pk uuid NOT NULL DEFAULT gen_random_uuid();
            ALTER TABLE ledger_transaction ADD COLUMN new_pk uuid NOT NULL DEFAULT gen_random_uuid(), ADD COLUMN new_ledger_pk uuid;
            ALTER TABLE reversal ADD COLUMN new_transaction_pk uuid;
            UPDATE ledger_transaction t SET new_ledger_pk = l.new_pk FROM ledger l WHERE l.pk = t.ledger_pk;
            UPDATE reversal r SET new_transaction_pk = t.new_pk FROM ledger_transaction t WHERE t.pk = r.transaction_pk;
            ALTER TABLE reversal DROP COLUMN transaction_pk;
            ALTER TABLE ledger_transaction DROP COLUMN ledger_pk, DROP COLUMN pk;
            ALTER TABLE ledger DROP COLUMN pk;
            ALTER TABLE ledger RENAME COLUMN new_pk TO pk;
            ALTER TABLE ledger_transaction RENAME COLUMN new_pk TO pk;
            ALTER TABLE ledger_transaction RENAME COLUMN new_ledger_pk TO ledger_pk;
            ALTER TABLE reversal RENAME COLUMN new_transaction_pk TO transaction_pk;
            ALTER TABLE ledger ADD PRIMARY KEY (pk);
            ALTER TABLE ledger_transaction ADD PRIMARY KEY (pk), ALTER COLUMN ledger_pk SET NOT NULL,
              ADD FOREIGN KEY (ledger_pk) REFERENCES ledger, ADD UNIQUE (ledger_pk, key_scope, idempotency_key),
              ADD UNIQUE (ledger_pk, ordinal);
            ALTER TABLE reversal ALTER COLUMN transaction_pk SET NOT NULL, ADD UNIQUE (transaction_pk),
              ADD FOREIGN KEY (transaction_pk) REFERENCES ledger_transaction""";

    private final Database database = TestPostgres.freshDatabase();
    private final JdbcClient sql = JdbcClient.create(database.dataSource());

    private Set<String> typesOfPrimaryKeys() {
        return Set.copyOf(sql.sql("""
                        SELECT data_type FROM information_schema.columns
                         WHERE table_schema = current_schema() AND (table_name, column_name) IN (('ledger', 'pk'),
                           ('ledger_transaction', 'pk'), ('ledger_transaction', 'ledger_pk'), ('reversal', 'transaction_pk'))""").query(String.class).list());
    }

    /** Everything that can be asked for, and its answer. */
    private static Map<String, String> outputs(Api api) {
        Map<String, String> outputs = new LinkedHashMap<>();
        List<String> ledgers = api.all("/v1/ledgers?limit=7", 7).stream()
                .map(ledger -> ledger.get("id").stringValue())
                .toList();
        keep(outputs, api.get("/v1/ledgers?limit=1000"));
        for (String ledger : ledgers) {
            keep(outputs, api.get("/v1/ledgers/" + ledger));
            keep(outputs, api.get(Api.transactionsOf(ledger)));
            String transactions = Api.transactionsOf(ledger) + "?limit=2";
            api.all(transactions, 2).forEach(entry -> {
                keep(outputs, api.get("/v1/transactions/" + entry.get("id").stringValue()));
                keep(outputs, api.get(transactions + "&after=" + entry.get("id").stringValue()));
                if (!entry.get("reference_id").isNull()) {
                    String query = "?reference_id=" + entry.get("reference_id").stringValue();
                    keep(outputs, api.get("/v1/transactions" + query));
                    keep(outputs, api.get("/v1/reversals" + query));
                }
            });
        }
        keep(outputs, api.get("/v1/batches"));
        keep(outputs, api.get("/v1/imports"));
        return outputs;
    }

    private static void keep(Map<String, String> outputs, Call call) {
        Reply reply = call.send();
        outputs.put(call.toString(), reply.status() + " " + reply.header("ETag") + " " + reply.text());
    }

    @Test
    void changedPrimaryKeyType_leavesAllOutputsUnchanged() {
        Map<String, String> before;
        Map<Call, Reply> retried = new LinkedHashMap<>();
        try (RunningService service = RunningService.on(database)) {
            Api api = new Api(service.uri());
            EveryOperation.repliesOf(api);
            for (Way way : Way.values()) {
                Call open = api.post("/v1/ledgers", way.field(), way.fresh(LedgerId.TYPE), "unit", "seats");
                Call post = api.post(
                        Api.transactionsOf(open.created().id()),
                        way.field(),
                        way.fresh(TransactionId.TYPE),
                        "quantity",
                        3);
                retried.put(post, post.created());
            }
            before = outputs(api);
        }
        assertThat(before).hasSizeGreaterThan(50);
        assertThat(typesOfPrimaryKeys()).containsExactly("bigint");

        sql.sql(CHANGE).update();

        assertThat(typesOfPrimaryKeys()).containsExactly("uuid");
        try (RunningService service = RunningService.on(database)) {
            Api api = new Api(service.uri());
            assertThat(outputs(api)).isEqualTo(before);
            retried.forEach((post, first) -> assertThat(
                            post.to(service.uri()).created().isReplayed().bytes())
                    .isEqualTo(first.bytes()));
            EveryOperation.repliesOf(api);
            api.post(
                            "/v1/ledgers/" + api.ledger() + "/metadata",
                            "command_id",
                            CommandId.next().text())
                    .ok();
        }
    }
}
