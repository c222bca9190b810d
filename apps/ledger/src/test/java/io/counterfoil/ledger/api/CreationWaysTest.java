package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each of the three ways makes one object of a wish that is sent again, whatever has happened since. */
@Timeout(300)
@Tag("LG-3")
@Tag("CB-5")
@Tag("CB-8")
class CreationWaysTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private final Api api = SERVICE.api();

    private Call open(Way way, String value, Object... more) {
        return api.post("/v1/ledgers", with(way, value, more));
    }

    private Call post(String ledger, Way way, String value, Object... more) {
        return api.post(Api.transactionsOf(ledger), with(way, value, more));
    }

    private static Object[] with(Way way, String value, Object... more) {
        return IntStream.range(0, more.length + 2)
                .mapToObj(i -> i == 0 ? way.field() : i == 1 ? value : more[i - 2])
                .toArray();
    }

    @ParameterizedTest
    @EnumSource
    void ledgerSentAgain_isTheSame_withOneDeposit(Way way) {
        Call open = open(
                way,
                way.fresh(LedgerId.TYPE),
                "unit",
                "seats",
                "initial_deposit",
                5,
                "reference_id",
                Api.fresh(),
                "metadata",
                Map.of("a", 1));

        Reply first = open.created().isOriginal();
        Reply second = open.created().isReplayed();
        Reply keyed = open.key(Api.fresh()).created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes()).isEqualTo(keyed.bytes());
        assertThat(second.header("Idempotency-First-Received")).isNotEmpty();
        assertThat(second.semanticHeaders()).isEqualTo(first.semanticHeaders());
        assertThat(api.entries(first.id(), 10)).hasSize(1);
        assertThat(api.balance(first.id())).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void debitThatEmptiedTheLedger_sentAgain_isTheSame(Way way) {
        String ledger = api.ledger(10);
        Call debit = post(ledger, way, way.fresh(TransactionId.TYPE), "quantity", -10, "reference_id", Api.fresh());

        Reply first = debit.created().isOriginal();
        Reply second = debit.created().isReplayed();

        assertThat(second.bytes()).isEqualTo(first.bytes());
        assertThat(second.header("ETag")).isEqualTo(first.header("ETag")).isEqualTo("\"1\"");
        assertThat(api.get("/v1/transactions/" + first.id()).ok().bytes()).isEqualTo(first.bytes());
        assertThat(api.balance(ledger)).isZero();
        assertThat(api.entries(ledger, 10)).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource
    void sameContentsUnderAnother_areASecondObject(Way way) {
        String ledger = api.ledger(10);
        String one = post(ledger, way, way.fresh(TransactionId.TYPE), "quantity", -1)
                .created()
                .id();
        String other = post(ledger, way, way.fresh(TransactionId.TYPE), "quantity", -1)
                .created()
                .id();

        assertThat(one).isNotEqualTo(other);
        assertThat(api.balance(ledger)).isEqualTo(8);
        assertThat(open(way, way.fresh(LedgerId.TYPE), "unit", "seats")
                        .created()
                        .id())
                .isNotEqualTo(open(way, way.fresh(LedgerId.TYPE), "unit", "seats")
                        .created()
                        .id());
    }

    @ParameterizedTest
    @EnumSource
    void otherContents_areRefusedByName(Way way) {
        String value = way.fresh(LedgerId.TYPE);
        String ledger = open(way, value, "unit", "seats", "initial_deposit", 9)
                .created()
                .id();

        open(way, value, "unit", "places", "initial_deposit", 9).refused(422, "key-reused", "unit");
        open(way, value, "unit", "seats", "initial_deposit", 8).refused(422, "key-reused", "initial_deposit");
        open(way, value, "unit", "seats", "initial_deposit", 9, "reference_id", "r")
                .refused(422, "key-reused", "reference_id");

        String posted = way.fresh(TransactionId.TYPE);
        post(ledger, way, posted, "quantity", -1).created();
        post(ledger, way, posted, "quantity", -2).refused(422, "key-reused", "quantity");
        post(ledger, way, posted, "quantity", -1, "pending", true).refused(422, "key-reused", "pending");
        if (way != Way.KEY) {
            post(api.ledger(9), way, posted, "quantity", -1).refused(422, "key-reused", "ledger_id");
        }
        assertThat(api.balance(ledger)).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource
    void manyAtOnce_areOne(Way way) {
        String ledger = api.ledger(10);
        Call debit = post(ledger, way, way.fresh(TransactionId.TYPE), "quantity", -10, "reference_id", Api.fresh());
        Call open =
                open(way, way.fresh(LedgerId.TYPE), "unit", "seats", "initial_deposit", 1, "reference_id", Api.fresh());

        List<CompletableFuture<Reply>> debits =
                IntStream.range(0, 8).mapToObj(i -> debit.sendAsync()).toList();
        List<CompletableFuture<Reply>> opened =
                IntStream.range(0, 8).mapToObj(i -> open.sendAsync()).toList();

        for (List<CompletableFuture<Reply>> replies : List.of(debits, opened)) {
            assertThat(replies).extracting(reply -> reply.join().status()).containsOnly(201);
            assertThat(replies.stream().map(reply -> reply.join().id()).distinct())
                    .hasSize(1);
            assertThat(replies.stream()
                            .filter(reply ->
                                    reply.join().header("Idempotency-Replayed").equals("false")))
                    .hasSize(1);
        }
        assertThat(api.balance(ledger)).isZero();
        assertThat(api.entries(opened.get(0).join().id(), 10)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void refusedWish_leavesNothing_andIsGrantedLater(Way way) {
        String ledger = api.ledger(1);
        String reference = Api.fresh();
        String value = way.fresh(TransactionId.TYPE);
        Call debit = post(ledger, way, value, "quantity", -5, "reference_id", reference);
        String before = SERVICE.objects();

        debit.refused(422, "ledger:balance-exceeded", "quantity");
        assertThat(SERVICE.objects()).isEqualTo(before);
        api.get("/v1/transactions?reference_id=" + reference).refused(404, "ledger:not-found", "reference_id");
        api.posted(ledger, 4);

        debit.created().isOriginal();
        assertThat(api.balance(ledger)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("RF-2")
    void referenceInUse_leavesNothing_andTheWayIsFree(Way way) {
        String reference = Api.fresh();
        open(way, way.fresh(LedgerId.TYPE), "unit", "seats", "initial_deposit", 5, "reference_id", reference)
                .created();
        String ledger = api.ledger(9);
        post(ledger, way, way.fresh(TransactionId.TYPE), "quantity", 1, "reference_id", reference)
                .created();
        String before = SERVICE.objects();
        String one = way.fresh(LedgerId.TYPE);
        String other = way.fresh(TransactionId.TYPE);

        open(way, one, "unit", "seats", "initial_deposit", 5, "reference_id", reference)
                .refused(409, "ledger:reference-taken", "reference_id");
        post(ledger, way, other, "quantity", 1, "reference_id", reference)
                .refused(409, "ledger:reference-taken", "reference_id");

        assertThat(SERVICE.objects()).isEqualTo(before);
        open(way, one, "unit", "seats").created().isOriginal();
        post(ledger, way, other, "quantity", 1).created().isOriginal();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "KEY")
    @Tag("RQ-16")
    void idOfAnotherClient_isRefused_andShowsNothing(Way way) {
        String ledger = api.ledger(9);
        String one = way.fresh(LedgerId.TYPE);
        String other = way.fresh(TransactionId.TYPE);
        open(way, one, "unit", "secret").client("alice").created();
        post(ledger, way, other, "quantity", 7).client("alice").created();

        Reply opened = open(way, one, "unit", "secret").client("mallory").refused(409, "ledger:id-taken", way.field());
        Reply posted =
                post(ledger, way, other, "quantity", 7).client("mallory").refused(409, "ledger:id-taken", way.field());

        assertThat(opened.text() + posted.text()).doesNotContain("secret", "alice", "ldg_", "txn_");
        assertThat(api.balance(ledger)).isEqualTo(16);
    }

    @Test
    void oneCommand_forALedgerAndForATransaction_isRefused() {
        String command = Way.COMMAND.fresh(LedgerId.TYPE);
        String ledger = open(Way.COMMAND, command, "unit", "seats").created().id();

        post(ledger, Way.COMMAND, command, "quantity", 1).refused(400, "ledger:invalid-request", "command_id");

        assertThat(api.balance(ledger)).isZero();
    }

    @Test
    void noneOfTheThree_isRefused() {
        Reply refused =
                api.post("/v1/ledgers", "unit", "seats").refused(400, "ledger:invalid-request", "idempotency_key");
        assertThat(refused.json().get("detail").stringValue()).contains("idempotency_key, id, command_id");
        api.post(Api.transactionsOf(api.ledger()), "quantity", 1)
                .refused(400, "ledger:invalid-request", "idempotency_key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"KEY ID", "KEY COMMAND", "KEY ID COMMAND"})
    void moreThanOneOfTheThree_areRefused_andNamed(String ways) {
        Object[] body = with(Way.KEY, Api.fresh(), "unit", "seats");
        List<Way> those = List.of(ways.split(" ")).stream().map(Way::valueOf).toList();
        Object[] several = new Object[2 * those.size() + 2];
        for (int i = 0; i < those.size(); i++) {
            several[2 * i] = those.get(i).field();
            several[2 * i + 1] = those.get(i).fresh(LedgerId.TYPE);
        }
        several[several.length - 2] = body[2];
        several[several.length - 1] = body[3];

        Reply refused = api.post("/v1/ledgers", several)
                .refused(400, "ledger:invalid-request", those.get(1).field());

        assertThat(refused.json().get("detail").stringValue())
                .contains(those.get(0).field(), those.get(1).field());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "txn_01jd3x8c4te5k8n1v6y4q0p7jd",
                "LDG_01jd3x8c4te5k8n1v6y4q0p7jd",
                "01jd3x8c4te5k8n1v6y4q0p7jd",
                "ldg_",
                "ldg_8zzzzzzzzzzzzzzzzzzzzzzzzz"
            })
    void unreadableIds_areRefused(String id) {
        open(Way.ID, id, "unit", "seats").refused(400, "ledger:invalid-request", "id");
    }

    @Test
    void unreadableCommands_areRefused() {
        String nil = "00000000-0000-0000-0000-000000000000";
        for (String command : List.of("x", nil)) {
            open(Way.COMMAND, command, "unit", "seats").refused(400, "ledger:invalid-request", "command_id");
        }
        // The refusal is remembered like any other, and leaves the request's transaction in order.
        Call keyed = open(Way.COMMAND, nil, "unit", "seats").key(Api.fresh());
        keyed.refused(400, "ledger:invalid-request", "command_id").isOriginal();
        keyed.refused(400, "ledger:invalid-request", "command_id").isReplayed();
    }

    @Test
    @Tag("CB-8")
    void randomCommand_isTaken_andRecognised() {
        String ledger = api.ledger(10);
        Call open = open(Way.COMMAND, UUID.randomUUID().toString(), "unit", "seats");
        Call post = post(ledger, Way.COMMAND, UUID.randomUUID().toString(), "quantity", 1);

        assertThat(open.created().isOriginal().id())
                .isEqualTo(open.created().isReplayed().id());
        assertThat(post.created().isOriginal().id())
                .isEqualTo(post.created().isReplayed().id());
        assertThat(api.balance(ledger)).isEqualTo(11);
    }

    private int creations(String command) {
        return SERVICE.sql()
                .sql("SELECT count(*) FROM counterfoil_creation WHERE command_id = ?::uuid")
                .param(command)
                .query(Integer.class)
                .single();
    }

    @Test
    @Tag("CB-10")
    void idWithItsCommand_sentAgain_isTheSame() {
        String command = Way.COMMAND.fresh(LedgerId.TYPE);
        Call open = open(Way.ID, Way.ID.fresh(LedgerId.TYPE), "command_id", command, "unit", "seats");
        Reply first = open.created().isOriginal();
        String posted = Way.COMMAND.fresh(TransactionId.TYPE);
        Call post = post(first.id(), Way.ID, Way.ID.fresh(TransactionId.TYPE), "command_id", posted, "quantity", 4);

        Reply transaction = post.created().isOriginal();

        assertThat(open.created().isReplayed().id()).isEqualTo(first.id());
        assertThat(post.created().isReplayed().bytes()).isEqualTo(transaction.bytes());
        assertThat(api.balance(first.id())).isEqualTo(4);
        assertThat(creations(command)).isEqualTo(1);
        assertThat(creations(posted)).isEqualTo(1);
    }

    @Test
    @Tag("CB-10")
    void idWithAnotherCommand_isRefused_untilItsCommandIsForgotten() {
        String id = Way.ID.fresh(LedgerId.TYPE);
        String command = Way.COMMAND.fresh(LedgerId.TYPE);
        String other = Way.COMMAND.fresh(LedgerId.TYPE);
        open(Way.ID, id, "command_id", command, "unit", "seats").created();

        open(Way.ID, id, "command_id", other, "unit", "seats").refused(422, "key-reused", "command_id");
        open(Way.ID, id, "command_id", other, "unit", "seats").client("mallory").refused(409, "ledger:id-taken", "id");
        api.post("/v1/ledgers/" + id + "/metadata", "command_id", Way.COMMAND.fresh(LedgerId.TYPE))
                .ok();

        assertThat(creations(command)).isZero();
        open(Way.ID, id, "command_id", other, "unit", "seats").created().isReplayed();
        assertThat(creations(other)).isZero();
    }

    @Test
    @Tag("CB-10")
    void commandWithAnotherId_isRefused_andCreatesNothing() {
        String ledger = api.ledger(9);
        String command = Way.COMMAND.fresh(TransactionId.TYPE);
        post(ledger, Way.ID, Way.ID.fresh(TransactionId.TYPE), "command_id", command, "quantity", 1)
                .created();
        String before = SERVICE.objects();
        String other = Way.ID.fresh(TransactionId.TYPE);

        post(ledger, Way.ID, other, "command_id", command, "quantity", 1).refused(409, "ledger:id-taken", "command_id");
        open(Way.ID, Way.ID.fresh(LedgerId.TYPE), "command_id", command, "unit", "seats")
                .refused(400, "ledger:invalid-request", "command_id");

        assertThat(SERVICE.objects()).isEqualTo(before);
        post(ledger, Way.ID, other, "quantity", 1).created().isOriginal();
        assertThat(api.balance(ledger)).isEqualTo(11);
    }

    @Test
    @Tag("CB-10")
    void commandBesideAnId_isOfTheFormOfCommands() {
        open(Way.ID, Way.ID.fresh(LedgerId.TYPE), "command_id", "x", "unit", "seats")
                .refused(400, "ledger:invalid-request", "command_id");
    }

    @Test
    @Tag("CB-10")
    void commandInUpperCase_isTheCommandInLowerCase() {
        String command = Way.COMMAND.fresh(LedgerId.TYPE);
        String ledger = open(Way.COMMAND, command.toUpperCase(Locale.ROOT), "unit", "seats")
                .created()
                .isOriginal()
                .id();

        assertThat(open(Way.COMMAND, command, "unit", "seats")
                        .created()
                        .isReplayed()
                        .id())
                .isEqualTo(ledger);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-6")
    void repeatedCreation_afterAChange_findsTheLedgerUnlessForgotten(Way way) {
        Call open = open(way, way.fresh(LedgerId.TYPE), "unit", "seats");
        String ledger = open.created().id();
        Object[] metadata = {"command_id", Way.COMMAND.fresh(LedgerId.TYPE), "metadata", Map.of("a", 2)};
        Reply changed =
                api.post("/v1/ledgers/" + ledger + "/metadata", metadata).ok();

        Reply again = open.created();

        if (way == Way.COMMAND) {
            // Forgotten by the ledger's first command: a new one.
            assertThat(again.isOriginal().id()).isNotEqualTo(ledger);
        } else {
            assertThat(again.isReplayed().bytes()).isEqualTo(changed.bytes());
        }
    }
}
