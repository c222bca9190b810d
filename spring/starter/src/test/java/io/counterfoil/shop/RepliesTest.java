package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.springboot.method.RejectedCallException;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Results of methods that are executed once per key: a duplicate gets what the first call returned, or the first call fails. */
@Timeout(600)
@Tag("RQ-7")
class RepliesTest {

    /** A method of the replies. */
    @FunctionalInterface
    interface Call extends BiFunction<Replies, String, @Nullable Object> {}

    private static Shop shop;
    private static Replies replies;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = Shop.open(List.of(Replies.class, Replies.OfItems.class, Replies.OfPayments.class, Sales.class));
        replies = shop.bean(Replies.class);
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    private static Arguments call(String name, Call call) {
        return arguments(name, call);
    }

    static Stream<Arguments> replayed() {
        return Stream.of(
                call("optional", Replies::optional),
                call("empty", Replies::empty),
                call("items", Replies::items),
                call("times", Replies::times),
                call("decimal", Replies::decimal),
                call("bytes", Replies::bytes),
                call("boxed", Replies::boxed),
                call("polymorphic", Replies::polymorphic),
                call("text", Replies::text),
                call("json", Replies::json),
                call("uuid", Replies::uuid));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("replayed")
    void resultThatJsonShows_isReplayedAsItWas(String name, Call call) {
        Object first = call.apply(replies, key);

        assertThat(call.apply(replies, key)).isEqualTo(first);
        assertThat(shop.sales(key)).isEqualTo(1);
    }

    @Test
    void resultWithoutEquals_isReplayedAsItWas() {
        Replies.Animal first = replies.bean(key);

        assertThat(replies.bean(key))
                .usingRecursiveComparison()
                .ignoringCollectionOrder()
                .withStrictTypeChecking()
                .isEqualTo(first);
        assertThat(shop.sales(key)).isEqualTo(1);
    }

    /** Two classes inherit the one method. */
    @Test
    void resultOfAGenericSuperclass_isReplayedAsItWas() {
        Replies.OfItems items = shop.bean(Replies.OfItems.class);
        Replies.OfPayments payments = shop.bean(Replies.OfPayments.class);
        String other = UUID.randomUUID().toString();

        assertThat(items.generic(key)).isEqualTo(items.generic(key));
        assertThat(payments.generic(other)).isEqualTo(payments.generic(other));
        assertThat(shop.sales(key)).isEqualTo(1);
    }

    static Stream<Arguments> lost() {
        return Stream.of(
                call("recordAsObject", Replies::recordAsObject),
                call("recordsOfWildcard", Replies::recordsOfWildcard),
                call("recordWithin", Replies::recordWithin),
                call("enumWithin", Replies::enumWithin),
                call("number", Replies::number),
                call("smallLong", Replies::smallLong),
                call("parrot", Replies::parrot),
                call("dog", Replies::dog),
                call("forgetful", Replies::forgetful),
                call("unwritable", Replies::unwritable));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lost")
    @Tag("RQ-13")
    void resultThatJsonLoses_failsTheFirstCall(String name, Call call) {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> call.apply(replies, key))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Replies." + name)
                    .hasMessageContaining("cannot be replayed")
                    .hasMessageContaining("@JsonTypeInfo");
        }
        assertThat(shop.sales(key)).isZero();
        assertThat(shop.records(key)).isZero();
    }

    /** Its work is not undone there. */
    @Test
    void resultThatJsonLoses_inLeaseMode_isAnUnknownOutcome() {
        assertThatThrownBy(() -> replies.leased(key)).hasMessageContaining("cannot be replayed");
        assertThatThrownBy(() -> replies.leased(key))
                .isInstanceOfSatisfying(
                        RejectedCallException.class,
                        rejected -> assertThat(rejected.reason()).isInstanceOf(Outcome.UnknownOutcome.class));
        assertThat(shop.sales(key)).isEqualTo(1);
    }
}
