package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.TransactionId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ids that clients make, and time: asked of a new object alone. */
@Timeout(300)
@Tag("CB-3")
class IdAdmissionTest {

    private static final Duration LONG = Duration.ofDays(45);

    @RegisterExtension
    static final SharedService SERVICE = SharedService.clocked();

    private final Api api = SERVICE.api();

    /** An id that was made so long before the service's now. */
    private static LedgerId ledgerId(Duration before) {
        return LedgerId.TYPE.next(generator(before));
    }

    private static ShortPrefixComb generator(Duration before) {
        InstantSource then = InstantSource.fixed(SERVICE.clock().instant().minus(before));
        return ShortPrefixComb.generator(ShortPrefixComb.DEFAULT_INTERVAL, then, SecureEntropy.shared());
    }

    private Call open(TypedId<?> id, Object... more) {
        Object[] body = new Object[more.length + 4];
        body[0] = "unit";
        body[1] = "seats";
        body[2] = "id";
        body[3] = id.text();
        System.arraycopy(more, 0, body, 4, more.length);
        return api.post("/v1/ledgers", body);
    }

    private String ago(Duration time) {
        return SERVICE.clock().instant().minus(time).toString();
    }

    @ParameterizedTest
    @ValueSource(longs = {-9, 0, 9})
    @Tag("CB-5")
    void idOfAboutNow_isTaken_andIsTheObjects(long minutes) {
        LedgerId id = ledgerId(Duration.ofMinutes(minutes));

        assertThat(open(id).created().isOriginal().id()).isEqualTo(id.text());
        assertThat(api.get("/v1/ledgers/" + id).ok().id()).isEqualTo(id.text());
    }

    @ParameterizedTest
    @ValueSource(longs = {-12, 12, 20_000, 40_000, -60 * 24})
    void idOfAnotherTime_isRefused_andNothingIsMade(long minutes) {
        LedgerId id = ledgerId(Duration.ofMinutes(minutes));
        String before = SERVICE.objects();

        open(id).refused(400, "ledger:invalid-request", "id");
        Call keyed = open(id).key(Api.fresh());
        keyed.refused(400, "ledger:invalid-request", "id").isOriginal();
        keyed.refused(400, "ledger:invalid-request", "id").isReplayed();

        assertThat(SERVICE.objects()).isEqualTo(before);
        api.get("/v1/ledgers/" + id).refused(404, "ledger:not-found", "id");
    }

    @Test
    void idOfAnotherForm_isRefused() {
        long prefix = ledgerId(Duration.ZERO).value().getMostSignificantBits() & 0xffff_0000_0000_0000L;
        UUID wrongVariant = new UUID(prefix | 0x4000L, 0x0000_0000_0000_0001L);
        UUID wrongVersion = new UUID(prefix | 0x7000L, 0x8000_0000_0000_0001L);
        for (UUID uuid : new UUID[] {UuidV7.next(), new UUID(0, 0), wrongVariant, wrongVersion}) {
            open(new LedgerId(uuid)).refused(400, "ledger:invalid-request", "id");
        }
        open(new LedgerId(new UUID(prefix | 0x4000L, UUID.randomUUID().getLeastSignificantBits())))
                .created();
    }

    @Test
    @Tag("CB-5")
    void transactionId_ofAnotherTimeOrForm_isRejected() {
        String ledger = api.ledger(10);
        String stale = TransactionId.TYPE.next(generator(Duration.ofHours(1))).text();
        String good = TransactionId.TYPE.next(generator(Duration.ZERO)).text();

        api.post(Api.transactionsOf(ledger), "id", stale, "quantity", -1).refused(400, "ledger:invalid-request", "id");
        assertThat(api.post(Api.transactionsOf(ledger), "id", good, "quantity", -1)
                        .created()
                        .id())
                .isEqualTo(good);
        api.post(Api.transactionsOf(ledger), "id", good.replace("txn", "ldg"), "quantity", -1)
                .refused(400, "ledger:invalid-request", "id");
        assertThat(api.balance(ledger)).isEqualTo(9);
    }

    @Test
    void idOfTheSubmittedTime_isTaken() {
        Duration then = Duration.ofDays(6);
        LedgerId id = ledgerId(then);

        open(id).refused(400, "ledger:invalid-request", "id");
        open(id, "client_time", ago(then.minusHours(2))).refused(400, "ledger:invalid-request", "id");
        assertThat(open(id, "client_time", ago(then)).created().isOriginal().id())
                .isEqualTo(id.text());
        // By another time, or none: it is there, and is not judged.
        open(id, "client_time", ago(Duration.ZERO)).created().isReplayed();
        open(id).created().isReplayed();
    }

    @ParameterizedTest
    @CsvSource({"169", "-1"})
    void submittedTime_isBounded(long hours) {
        Duration then = Duration.ofHours(hours);

        open(ledgerId(then), "client_time", ago(then)).refused(400, "ledger:invalid-request", "client_time");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "2026-05-01",
                "2026-05-01T09:30Z",
                "2026-05-01 09:30:00Z",
                "2026-05-01T09:30:00",
                "2026-02-30T09:30:00Z",
                "2026-05-01T25:30:00Z",
                "2026-05-01T09:30:00.1234567890Z",
                "2026-05-01T09:30:00+01",
                "+2026-05-01T09:30:00Z"
            })
    void unreadableTimes_areRefused(String time) {
        open(ledgerId(Duration.ZERO), "client_time", time).refused(400, "ledger:invalid-request", "client_time");
    }

    @Test
    void timeWithoutAnId_isRefused() {
        api.post("/v1/ledgers", "idempotency_key", Api.fresh(), "unit", "seats", "client_time", ago(Duration.ZERO))
                .refused(400, "ledger:invalid-request", "client_time");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("CB-4")
    @Tag("CB-5")
    @Tag("CB-8")
    void retryAfter45Days_isStillTheSame_andTheObjectCanBeWorkedWith(Way way) {
        Call open = api.post(
                "/v1/ledgers",
                way.field(),
                way.fresh(LedgerId.TYPE, SERVICE.clock()),
                "unit",
                "seats",
                "initial_deposit",
                10);
        Reply opened = open.created().isOriginal();
        Call debit = api.post(
                Api.transactionsOf(opened.id()),
                way.field(),
                way.fresh(TransactionId.TYPE, SERVICE.clock()),
                "quantity",
                -10,
                "pending",
                true);
        Reply posted = debit.created().isOriginal();

        SERVICE.advance(LONG);

        assertThat(open.created().isReplayed().id()).isEqualTo(opened.id());
        assertThat(debit.created().isReplayed().bytes()).isEqualTo(posted.bytes());
        assertThat(api.entries(opened.id(), 10)).hasSize(2);
        assertThat(api.balance(opened.id())).isZero();
        api.post(
                        "/v1/transactions/" + posted.id() + "/commit",
                        "command_id",
                        CommandId.next().text())
                .ok();
        api.post(
                        "/v1/ledgers/" + opened.id() + "/metadata",
                        "command_id",
                        CommandId.next().text())
                .ok();
        assertThat(api.posted(opened.id(), 1)).isNotEmpty();
    }
}
