package io.counterfoil.signals.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SG-1")
class DataTest {

    @Test
    void values_haveOneForm_whetherReadOrGiven() {
        Data read = Data.parse(
                "{ \"a\" : [1, 2.50, null, true], \"b\": 9223372036854775808, \"c\": {\"d\": \"\\u00e4\"} }");

        assertThat(read.json())
                .isEqualTo("{\"a\":[1,2.50,null,true],\"b\":9223372036854775808,\"c\":{\"d\":\"\u00e4\"}}");
        assertThat(read.asMap())
                .containsEntry("a", Arrays.asList(1L, new BigDecimal("2.50"), null, true))
                .containsEntry("b", new BigInteger("9223372036854775808"));
        assertThat(Data.of(Map.of(
                        "c", Map.of("d", "\u00e4"),
                        "b", new BigInteger("9223372036854775808"),
                        "a", Arrays.asList((byte) 1, new BigDecimal("2.50"), null, true))))
                .isEqualTo(read)
                .hasSameHashCodeAs(read);
        assertThat(Data.of(Map.of("n", new BigDecimal("5"))).asMap()).containsEntry("n", 5L);
        assertThat(Data.of(Map.of("n", Long.MIN_VALUE)).json()).isEqualTo("{\"n\":-9223372036854775808}");
        assertThat(Data.parse("{\"n\":-9223372036854775808}").asMap()).containsEntry("n", Long.MIN_VALUE);
    }

    @Test
    void data_isCopied_andCannotBeChanged() {
        List<String> list = new ArrayList<>(List.of("x"));
        Map<String, Object> members = new HashMap<>(Map.of("a", list));
        Data data = Data.of(members);

        list.add("y");
        members.put("b", 1);

        assertThat(data.json()).isEqualTo("{\"a\":[\"x\"]}");
        assertThatThrownBy(() -> data.asMap().put("c", 1)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> ((List<?>) Objects.requireNonNull(data.asMap().get("a"))).clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void with_addsOrReplacesAMember() {
        Data data = Data.parse("{\"a\":1}").with("b", "x").with("a", null);

        assertThat(data.json()).isEqualTo("{\"a\":null,\"b\":\"x\"}");
        assertThat(data.text("b")).contains("x");
        assertThat(data.text("a")).isEmpty();
        assertThat(Data.EMPTY.json()).isEqualTo("{}");
    }

    @Test
    void numbersOfEachBoxedType_areWritten_andOtherNumbersRefused() {
        for (Number number : List.of((byte) 1, (short) 1, 1, 1L, BigInteger.ONE, BigDecimal.ONE)) {
            assertThat(Data.of(Map.of("n", number)).json()).isEqualTo("{\"n\":1}");
        }
        for (Number number : List.of(1.5f, 1.5d)) {
            assertThat(Data.of(Map.of("n", number)).json()).isEqualTo("{\"n\":1.5}");
        }
        assertThatThrownBy(() -> Data.of(Map.of("n", new AtomicInteger(1))))
                .hasMessageStartingWith("data.n: is a java.util.concurrent.atomic.AtomicInteger");
    }

    @Test
    void value_thatJsonDoesNotHave_isRefused() {
        assertThatThrownBy(() -> Data.of(Map.of("a", Map.of("b", new Object()))))
                .isInstanceOf(InvalidEnvelopeException.class)
                .hasMessage("data.a.b: is a java.lang.Object: JSON has texts, numbers, booleans, objects and arrays");
        assertThatThrownBy(() -> Data.of(Map.of("a", Double.NaN))).hasMessageStartingWith("data.a: is not a number");
        assertThatThrownBy(() -> Data.of(Map.of("a", Double.POSITIVE_INFINITY)))
                .isInstanceOf(InvalidEnvelopeException.class);
        assertThatThrownBy(() -> Data.of(Map.of("a", "\udc00"))).hasMessageContaining("unpaired surrogate");
        assertThatThrownBy(() -> Data.of(Map.of("\udc00", 1))).hasMessageContaining("unpaired surrogate");
        assertThatThrownBy(() -> Data.of(Map.of("a", Map.of(1, 2)))).hasMessageContaining("whose name is not a text");
        assertThatThrownBy(() -> Data.parse("[]")).hasMessage("data: is not a JSON object");
    }

    @Test
    void data_nestedTooDeep_isRefused() {
        for (Object innermost : List.of(Map.of(), List.of())) {
            Object nested = innermost;
            for (int depth = 1; depth < Data.MAX_DEPTH - 1; depth++) {
                nested = List.of(nested);
            }
            Object deepest = nested;

            assertThat(Data.parse(Data.of(Map.of("a", deepest)).json())).isEqualTo(Data.of(Map.of("a", deepest)));
            assertThatThrownBy(() -> Data.of(Map.of("a", List.of(deepest))))
                    .hasMessage("data.a: is nested deeper than 32, the whole message included");
        }
    }

    @Test
    void data_isNotShown() {
        assertThat(Data.parse("{\"password\":\"hunter2\"}")).hasToString("Data[1 members]");
    }
}
