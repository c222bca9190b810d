package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ledger.domain.LedgerId;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The end of a ledger, and what is free after it. */
@Timeout(300)
@Tag("RF-7")
class DeletionTest {

    private static final int ROUNDS = 40;

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private static String path(String ledger) {
        return "/v1/ledgers/" + ledger;
    }

    private void delete(String ledger) {
        Reply reply = api.delete(path(ledger)).send();
        assertThat(reply.status()).as("%s", reply).isEqualTo(204);
    }

    @Test
    void ledgerThatNeverHadATransaction_isDeleted_andNotFoundAnyMore() {
        String client = Api.fresh();
        Reply ledger = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", "r")
                .client(client)
                .created();

        delete(ledger.id());

        api.delete(path(ledger.id())).refused(404, "ledger:not-found", "id");
        api.get(path(ledger.id())).refused(404, "ledger:not-found", "id");
        api.get("/v1/ledgers?reference_id=r").client(client).refused(404, "ledger:not-found", "reference_id");
        api.get(Api.transactionsOf(ledger.id())).refused(404, "ledger:not-found", "id");
        api.transaction(ledger.id(), Api.fresh(), 1).refused(404, "ledger:not-found", "id");
        api.post(path(ledger.id()) + "/metadata", "command_id", CommandId.next().text())
                .refused(404, "ledger:not-found", "id");
        assertThat(api.get("/v1/ledgers")
                        .client(client)
                        .ok()
                        .json()
                        .get("items")
                        .isEmpty())
                .isTrue();
    }

    @Test
    void deletedReference_isRecreated_onlyByANewRequestId() {
        String reference = Api.fresh();
        Call first = api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", reference)
                .key(Api.fresh());
        Reply made = first.created().isOriginal();
        delete(made.id());

        // The old request is the old request: its answer is that of then, and nothing is made.
        assertThat(first.created().isReplayed().bytes()).isEqualTo(made.bytes());
        api.get("/v1/ledgers?reference_id=" + reference).refused(404, "ledger:not-found", "reference_id");

        Reply again = api.post(
                        "/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "reference_id", reference)
                .key(Api.fresh())
                .created()
                .isOriginal();

        assertThat(again.id()).isNotEqualTo(made.id());
        assertThat(api.get("/v1/ledgers?reference_id=" + reference).ok().id()).isEqualTo(again.id());
        assertThat(first.created().isReplayed().id()).isEqualTo(made.id());
    }

    @ParameterizedTest
    @EnumSource
    void lateRetryOfTheCreation_makesNothing(Way way) {
        Call open = api.post("/v1/ledgers", way.field(), way.fresh(LedgerId.TYPE), "unit", "seats");
        delete(open.created().id());
        String before = SERVICE.objects();

        open.refused(409, "ledger:deleted", way.field());
        open.key(Api.fresh()).refused(409, "ledger:deleted", way.field());

        assertThat(SERVICE.objects()).isEqualTo(before);
    }

    @Test
    void ledgerThatEverHadATransaction_stays() {
        String withDeposit = api.ledger(1);
        String withFailed = api.ledger();
        api.on(api.pending(withFailed, 1), "fail", Api.fresh()).ok();

        api.delete(path(withDeposit)).refused(409, "ledger:ledger-not-empty");
        api.delete(path(withFailed)).refused(409, "ledger:ledger-not-empty");

        assertThat(api.balance(withFailed)).isZero();
        assertThat(api.balance(withDeposit)).isEqualTo(1);
    }

    @Test
    void pageBehindALedgerThatIsGone_isTurned() {
        String client = Api.fresh();
        String[] ids = new String[3];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = api.post("/v1/ledgers", "idempotency_key", "k" + i, "unit", "seats")
                    .client(client)
                    .created()
                    .id();
        }
        delete(ids[1]);

        JsonNode items = api.get("/v1/ledgers?after=" + ids[1])
                .client(client)
                .ok()
                .json()
                .get("items");

        assertThat(items).hasSize(1);
        assertThat(items.get(0).get("id").stringValue()).isEqualTo(ids[0]);
    }

    @Test
    void unknownLedgers_areNotFound() {
        api.delete(path(LedgerId.TYPE.next().text())).refused(404, "ledger:not-found", "id");
        api.delete(path("x")).refused(404, "ledger:not-found", "id");
    }

    @Test
    @Tag("LG-6")
    void deletionAndPostingAtOnce_oneOfThemWins() {
        for (int round = 0; round < ROUNDS; round++) {
            String ledger = api.ledger();
            Call deletion = api.delete(path(ledger));
            Call posting = api.transaction(ledger, Api.fresh(), 1);
            // The first to be sent changes from round to round.
            CompletableFuture<Reply> one = (round % 2 == 0 ? deletion : posting).sendAsync();
            CompletableFuture<Reply> other = (round % 2 == 0 ? posting : deletion).sendAsync();
            Reply gone = (round % 2 == 0 ? one : other).join();
            Reply posted = (round % 2 == 0 ? other : one).join();

            if (gone.status() == 204) {
                posted.isProblem(404, "ledger:not-found", "id");
            } else {
                gone.isProblem(409, "ledger:ledger-not-empty");
                assertThat(posted.status()).isEqualTo(201);
                assertThat(api.balance(ledger)).isEqualTo(1);
            }
        }
    }
}
