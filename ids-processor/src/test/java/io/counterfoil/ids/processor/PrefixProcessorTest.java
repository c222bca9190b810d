package io.counterfoil.ids.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import javax.annotation.processing.Processor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, and where the compiler shows it. */
@Tag("TI-4")
class PrefixProcessorTest {

    @TempDir
    Path output;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Prefix(\"acct\") record Id(UUID value) implements TypedId<Id> {}",
                "final class Outer { private Outer() {} @Prefix(\"a\") private record Id(UUID value) implements TypedId<Id> {} }",
                """
                @Prefix("two_words") final class Id implements TypedId<Id> {
                    private final UUID value;
                    private Id(UUID value) { this.value = value; }
                    @Override public UUID value() { return value; }
                    @Override public int hashCode() { return 1; }
                    @Override public boolean equals(Object other) { return other instanceof Id i && i.value.equals(value); }
                }""",
                """
                interface OurId<T extends TypedId<T>> extends TypedId<T> {}
                @Prefix("acct") record Id(UUID value) implements OurId<Id> {}"""
            })
    void correctClass_compilesWithoutAWarning(String source) {
        assertThat(Compilation.into(output).source("Source", source).run()).isEmpty();
    }

    static List<Arguments> refused() {
        String rule = " must be 1 to 63 characters of a-z and _, with no underscore first or last";
        return List.of(
                Arguments.of(
                        "\n@Prefix(\"Acct\")\nrecord Id(UUID value) implements TypedId<Id> {}",
                        3,
                        "prefix \"Acct\" of shop.Id" + rule),
                Arguments.of(
                        "@Prefix(\"\") record Id(UUID value) implements TypedId<Id> {}",
                        2,
                        "prefix \"\" of shop.Id" + rule),
                Arguments.of(
                        "@Prefix(\"_a\") record Id(UUID value) implements TypedId<Id> {}",
                        2,
                        "prefix \"_a\" of shop.Id" + rule),
                Arguments.of(
                        "@Prefix(\"" + "a".repeat(64) + "\") record Id(UUID value) implements TypedId<Id> {}",
                        2,
                        "prefix \"" + "a".repeat(64) + "\" of shop.Id" + rule),
                Arguments.of(
                        "\n@Prefix(\"acct\") record Id(UUID value) {}",
                        3,
                        "shop.Id has a @Prefix, and must implement TypedId<Id>"),
                Arguments.of(
                        "record Other(UUID value) implements TypedId<Other> {}\n"
                                + "@Prefix(\"acct\") record Id(UUID value) implements TypedId<Other> { public int compareTo(Other o) { return 0; } }",
                        3,
                        "shop.Id is a io.counterfoil.ids.TypedId<shop.Other>, and must be a TypedId of itself: TypedId<Id>"),
                Arguments.of(
                        "@Prefix(\"acct\") record Id(UUID value, int more) implements TypedId<Id> {}",
                        2,
                        "shop.Id needs a constructor Id(UUID)"),
                Arguments.of(
                        "@Prefix(\"acct\") final class Id implements TypedId<Id> { Id(UUID value) {} public UUID value() { return null; } }",
                        2,
                        "shop.Id must be a record, or have equals and hashCode: ids of one UUID are equal"),
                Arguments.of(
                        "@Prefix(\"acct\") abstract class Id implements TypedId<Id> { Id(UUID value) {} }",
                        2,
                        "shop.Id is abstract: there can be no id of it"),
                Arguments.of(
                        "@Prefix(\"acct\") interface Id extends TypedId<Id> {}",
                        2,
                        "shop.Id must be a record or a class, to have a @Prefix"),
                Arguments.of(
                        "@Prefix(\"acct\") enum Id { ONE }",
                        2,
                        "shop.Id must be a record or a class, to have a @Prefix"),
                Arguments.of(
                        "class Outer {\n@Prefix(\"acct\") class Id implements TypedId<Id> { Id(UUID v) {} public UUID value() { return null; } } }",
                        3,
                        "shop.Outer.Id is an inner class: make it static, or a record"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(String source, int line, String message) {
        Compilation compilation = Compilation.into(output).source("Source", source);

        assertThat(compilation.run()).contains("ERROR %d: %s".formatted(line, message));
        assertThat(compilation.resources()).isEmpty();
    }

    @Test
    void prefixOfTwoClasses_isRefusedAndNamesBoth() {
        Compilation compilation = Compilation.into(output)
                .source("B", "\n\n@Prefix(\"acct\") record B(UUID value) implements TypedId<B> {}")
                .source("A", "@Prefix(\"acct\") record A(UUID value) implements TypedId<A> {}");

        assertThat(compilation.run())
                .containsExactly("ERROR 4: prefix \"acct\" is taken by shop.A, and cannot be defined for shop.B");
        assertThat(compilation.resources()).isEmpty();
    }

    @Test
    void everyFaultOfAClass_isReportedAtOnce() {
        assertThat(Compilation.into(output)
                        .source("Id", "@Prefix(\"Acct\") record Id(UUID value) {}")
                        .run())
                .hasSize(2);
    }

    @Test
    void unknownSupertype_isLeftToTheCompiler() {
        assertThat(Compilation.into(output)
                        .source("Id", "@Prefix(\"acct\") record Id(UUID value) implements Missing<Id> {}")
                        .run())
                .singleElement()
                .asString()
                .contains("class Missing");
    }

    @Test
    void projectOption_thatLeavesItsDirectory_isRefused() {
        Compilation compilation = Compilation.into(output)
                .option("-Acounterfoil.project=../elsewhere")
                .source("Id", "@Prefix(\"acct\") record Id(UUID value) implements TypedId<Id> {}");

        assertThat(compilation.run())
                .singleElement()
                .asString()
                .contains("option counterfoil.project", "\"../elsewhere\"");
        assertThat(compilation.resources()).isEmpty();
    }

    @Test
    void processor_isFoundAsAService() {
        assertThat(ServiceLoader.load(Processor.class)).hasAtLeastOneElementOfType(PrefixProcessor.class);
    }
}
