package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.counterfoil.idempotency.key.InvalidIdentifierException;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.shop.Counter.Order;
import io.counterfoil.shop.Counter.Receipt;
import io.counterfoil.springboot.method.RejectedCallException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A method of any bean, executed once per key, its effect and its result kept together. */
@Timeout(600)
class OncePerKeyTest {

    private static Shop shop;
    private static Counter counter;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = Shop.open(List.of(Counter.class, Sales.class));
        counter = shop.bean(Counter.class);
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static Consumer<Throwable> rejected(Class<?> reason) {
        return thrown -> assertThat(thrown)
                .isInstanceOfSatisfying(
                        RejectedCallException.class,
                        rejected -> assertThat(rejected.reason()).isInstanceOf(reason));
    }

    @Test
    @Tag("RQ-7")
    @Tag("RQ-13")
    void duplicate_getsTheSameResult_andTheEffectTakesPlaceOnce() {
        Order order = new Order(key, "customer", key, 3);
        Receipt first = counter.sell(order);

        assertThat(counter.sell(new Order(key, "customer", key, 3))).isEqualTo(first);
        assertThat(first.number()).isPresent();
        assertThat(shop.sales(key)).isEqualTo(1);
        assertThat(shop.record("(expires_at - received_at) / 86400000000", key)).isEqualTo("7");
        assertThat(shop.record("client", key)).isEqualTo("customer");
        assertThat(shop.record("operation", key)).isEqualTo("io.counterfoil.shop.Counter.sell");
    }

    @Test
    @Tag("RQ-5")
    void clients_doNotMeet() {
        counter.sell(new Order(key, "one", key, 3));
        counter.sell(new Order(key, "two", key, 3));

        assertThat(shop.sales(key)).isEqualTo(2);
    }

    @Test
    @Tag("RQ-7")
    void resultsOfAnyGenericType_comeBackAsTheyWere() {
        assertThat(counter.several(key)).isEqualTo(counter.several(key)).hasOnlyElementsOfType(Receipt.class);
        assertThat(counter.absent(key)).isNull();
        assertThat(counter.absent(key)).isNull();
        counter.nothing(UUID.fromString(key));
        counter.nothing(UUID.fromString(key));
        assertThat(shop.sales(key)).isEqualTo(3);
    }

    @Test
    @Tag("RQ-4")
    void retention_isForCallsWithoutAClientToo() {
        counter.nothing(UUID.fromString(key));

        assertThat(shop.record("(expires_at - received_at) / 86400000000", key)).isEqualTo("7");
    }

    @Test
    @Tag("RQ-13")
    void engine_isOutsideOfTheMethodsOwnTransaction() {
        Counter.Probe probe = new Counter.Probe(key);
        counter.probed(probe);

        assertThat(probe.wasAskedInside()).isFalse();
        assertThat(shop.records(key)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-13")
    void methodThatThrows_leavesNothing_andTheKeyFree() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> counter.fail(key))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("no");
        }
        assertThat(shop.sales(key)).isZero();
        assertThat(shop.records(key)).isZero();
    }

    @Test
    @Tag("RQ-13")
    void transactionThatIsMarkedForRollback_isUndone_asWithoutAKey() {
        assertThat(counter.rolledBack(key)).isEqualTo("pretends");
        assertThat(counter.rolledBack(key)).isEqualTo("pretends");
        assertThat(shop.sales(key)).isZero();
    }

    @Test
    @Tag("RQ-13")
    void leaseMode_afterAFailure_isUnknown() {
        assertThatThrownBy(() -> counter.lease(key)).hasMessage("died");
        assertThatThrownBy(() -> counter.lease(key)).satisfies(rejected(Outcome.UnknownOutcome.class));
        assertThat(shop.sales(key)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-11")
    void otherArguments_areRefused_unlessTheyDoNotCount() {
        counter.sell(new Order(key, "customer", key, 3));
        assertThatThrownBy(() -> counter.sell(new Order(key, "customer", key, 4)))
                .satisfies(rejected(Outcome.PayloadMismatch.class))
                .isInstanceOfSatisfying(
                        RejectedCallException.class,
                        reused -> assertThat(reused.key().requestId().value()).isEqualTo(key));
        assertThat(counter.loose(key, 1)).isEqualTo(counter.loose(key, 2));
        assertThat(counter.chosen(key, "a", 1)).isEqualTo(counter.chosen(key, "a", 2));
        assertThatThrownBy(() -> counter.chosen(key, "b", 1)).satisfies(rejected(Outcome.PayloadMismatch.class));
    }

    @Test
    @Tag("RQ-15")
    void resultThatIsTooLarge_isTold_andTheEffectStays() {
        assertThat(counter.large(key)).hasSizeGreaterThan(100);
        assertThatThrownBy(() -> counter.large(key)).satisfies(rejected(Outcome.ResultNotStored.class));
        assertThat(shop.sales(key)).isEqualTo(1);
    }

    @Test
    @Tag("RQ-12")
    void callUnderAKeyThatIsAtWork_isTold() {
        assertThatThrownBy(() -> counter.nested(key, counter))
                .satisfies(rejected(Outcome.InProgress.class))
                .isInstanceOfSatisfying(
                        RejectedCallException.class,
                        rejected -> assertThat(rejected.reason())
                                .isInstanceOfSatisfying(
                                        Outcome.InProgress.class,
                                        inProgress -> assertThat(inProgress.retryAfter())
                                                .isPositive()));
    }

    @Test
    @Tag("RQ-11")
    void argumentThatIsNoJson_isRefused_beforeAnythingRuns() {
        assertThatThrownBy(() -> counter.unwritable(key, counter))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("unwritable")
                .hasMessageContaining("contents");
        assertThat(shop.sales(key)).isZero();
    }

    @Test
    @Tag("RQ-2")
    void keyThatIsMissingOrTooLong_isRefused() {
        assertThatThrownBy(() -> counter.several("")).isInstanceOf(InvalidIdentifierException.class);
        assertThatThrownBy(() -> counter.several("x".repeat(256))).isInstanceOf(InvalidIdentifierException.class);
    }
}
