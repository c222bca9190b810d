package io.counterfoil.springids;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

/** What a native image is told to keep. */
@Tag("TI-6")
class HintsTest {

    private final RuntimeHints hints = new RuntimeHints();

    @Test
    void converters_areKept() {
        new TypedIdJdbcConverters.Hints().registerHints(hints, getClass().getClassLoader());

        assertThat(TypedIdJdbcConverters.uuid())
                .allSatisfy(converter -> assertThat(RuntimeHintsPredicates.reflection()
                                .onType(converter.getClass())
                                .test(hints))
                        .isTrue());
        assertThat(TypedIdJdbcConverters.text())
                .allSatisfy(converter -> assertThat(RuntimeHintsPredicates.reflection()
                                .onType(converter.getClass())
                                .test(hints))
                        .isTrue());
    }

    @Test
    void exceptionsOfBothJacksons_canBeLookedUp() {
        new JsonPath.Hints().registerHints(hints, getClass().getClassLoader());

        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(tools.jackson.core.JacksonException.class)
                        .test(hints))
                .isTrue();
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(com.fasterxml.jackson.databind.JsonMappingException.class)
                        .test(hints))
                .isTrue();
    }
}
