package io.counterfoil.ids.processor;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.text.LongFormat;
import io.counterfoil.ids.text.UuidFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                "final class Outer { private Outer() {} @Prefix(\"a\") private record Id(UUID value) implements"
                        + " TypedId<Id> {} }",
                """
                @Prefix("two_words") final class Id implements TypedId<Id> {
                    private final UUID value;
                    private Id(UUID value) { this.value = value; }
                    @Override public UUID value() { return value; }
                    @Override public int hashCode() { return 1; }
                    @Override public boolean equals(Object other) { return other instanceof Id i && i.value.equals(value); }
                }\
                """,
                """
                interface OurId<T extends TypedId<T>> extends TypedId<T> {}
                @Prefix("acct") record Id(UUID value) implements OurId<Id> {}\
                """,
                "@Prefix(\"3D_Model\") record Id(UUID value) implements TypedId<Id> {}",
                "@Prefix(\"evt\") record Id(long value) implements TypedLongId<Id> {}",
                "@Prefix(value = \"doc\", format = IdFormat.BASE16) record Id(ObjectId value) implements"
                        + " TypedObjectId<Id> {}",
                """
                @Prefix(value = "acct", strict = true, alternatives = {
                    @Prefix.Alternative(padded = false),
                    @Prefix.Alternative(prefix = {"account", "acct2"}),
                    @Prefix.Alternative(prefix = "", format = {IdFormat.HEX, IdFormat.BASE16})})
                record Id(UUID value) implements TypedId<Id> {}\
                """
            })
    void correctClass_compilesWithoutAWarning(String source) {
        assertThat(Compilation.into(output).source("Source", source).run()).isEmpty();
    }

    static List<Arguments> refused() {
        String rule = " must be 1 to 63 characters of a-z, A-Z, 0-9 and _, with no underscore first or last";
        return List.of(
                Arguments.of(
                        "\n@Prefix(\"Acct-1\")\nrecord Id(UUID value) implements TypedId<Id> {}",
                        3,
                        "prefix \"Acct-1\" of shop.Id" + rule),
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
                                + "@Prefix(\"acct\") record Id(UUID value) implements TypedId<Other> { public int"
                                + " compareTo(Other o) { return 0; } }",
                        3,
                        "shop.Id is a io.counterfoil.ids.TypedId<shop.Other>, and must be a TypedId of itself:"
                                + " TypedId<Id>"),
                Arguments.of(
                        "@Prefix(\"acct\") record Id(UUID value, int more) implements TypedId<Id> {}",
                        2,
                        "shop.Id needs a constructor Id(UUID)"),
                Arguments.of(
                        "@Prefix(\"acct\") final class Id implements TypedId<Id> { Id(UUID value) {} public UUID"
                                + " value() { return null; } }",
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
                        "@Prefix(\"evt\") record Id(long value, int more) implements TypedLongId<Id> {}",
                        2,
                        "shop.Id needs a constructor Id(long)"),
                Arguments.of(
                        "@Prefix(value = \"evt\", format = IdFormat.HEX) record Id(long value) implements"
                                + " TypedLongId<Id> {}",
                        2,
                        "shop.Id cannot have format HEX: its value is a long"),
                Arguments.of(
                        "@Prefix(value = \"evt\", format = IdFormat.DECIMAL) record Id(long value) implements"
                                + " TypedLongId<Id> {}",
                        2,
                        "shop.Id cannot be written in DECIMAL, which has no fixed length"),
                Arguments.of(
                        "@Prefix(value = \"acct\", alternatives = @Prefix.Alternative) record Id(UUID value)"
                                + " implements TypedId<Id> {}",
                        2,
                        "shop.Id declares the text acct_BASE36 twice"),
                Arguments.of(
                        "@Prefix(value = \"acct\", alternatives = @Prefix.Alternative(prefix = \"A-1\")) record"
                                + " Id(UUID value) implements TypedId<Id> {}",
                        2,
                        "alternative prefix \"A-1\" of shop.Id must be empty, or 1 to 63 characters of a-z, A-Z, 0-9"
                                + " and _, with no underscore first or last"),
                Arguments.of(
                        "@Prefix(value = \"acct\", alternatives = @Prefix.Alternative(format = IdFormat.HEX, padded ="
                                + " false)) record Id(UUID value) implements TypedId<Id> {}",
                        2,
                        "HEX cannot be declared unpadded, for shop.Id"),
                Arguments.of(
                        "@Prefix(value = \"acct\", format = IdFormat.BASE62, alternatives = @Prefix.Alternative(format"
                                + " = IdFormat.BASE36, padded = false)) record Id(UUID value) implements TypedId<Id> {}",
                        2,
                        "shop.Id declares the texts acct_BASE62 and acct_unpadded BASE36, under which one text could"
                                + " represent two different IDs"),
                Arguments.of(
                        "class Outer {\n"
                                + "@Prefix(\"acct\") class Id implements TypedId<Id> { Id(UUID v) {} public UUID value() {"
                                + " return null; } } }",
                        3,
                        "shop.Outer.Id is an inner class: make it static, or a record"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void invalidSource_isRejected_atItsLine(String source, int line, String message) {
        Compilation compilation = Compilation.into(output).source("Source", source);

        assertThat(compilation.run()).contains("ERROR %s: %s".formatted(line, message));
        assertThat(compilation.resources()).isEmpty();
    }

    @Test
    void prefixOfTwoClasses_isRefusedAndNamesBoth() {
        Compilation compilation = Compilation.into(output)
                .source("B", "\n\n@Prefix(\"acct\") record B(UUID value) implements TypedId<B> {}")
                .source("A", "@Prefix(\"acct\") record A(UUID value) implements TypedId<A> {}");

        assertThat(compilation.run())
                .containsExactly("ERROR 4: prefix \"acct\" already belongs to shop.A and cannot be defined for shop.B");
        assertThat(compilation.resources()).isEmpty();
    }

    @Test
    void prefixThatDiffersInCaseAlone_isRefused() {
        Compilation compilation = Compilation.into(output)
                .source("B", "@Prefix(\"ACCT\") record B(UUID value) implements TypedId<B> {}")
                .source("A", "@Prefix(\"acct\") record A(UUID value) implements TypedId<A> {}");

        assertThat(compilation.run())
                .containsExactly("ERROR 2: prefix \"ACCT\" already belongs to shop.A and cannot be defined for shop.B");
    }

    @Test
    @Tag("TI-9")
    void alternativePrefixOfAnotherClass_isRefusedAndNamesBoth() {
        Compilation compilation = Compilation.into(output)
                .source("A", "@Prefix(\"acct\") record A(UUID value) implements TypedId<A> {}")
                .source(
                        "B",
                        "@Prefix(value = \"other\", alternatives = @Prefix.Alternative(prefix = \"acct\")) record"
                                + " B(UUID value) implements TypedId<B> {}");

        assertThat(compilation.run())
                .containsExactly("ERROR 2: prefix \"acct\" already belongs to shop.A and cannot be defined for shop.B");
    }

    /** The processor knows the library by its names alone, so that it has a table of its own. */
    @Test
    @Tag("TI-9")
    void lengthsOfTheTexts_areThoseOfTheLibrary() {
        assertThat(Forms.LENGTHS.get(IdClasses.UUID))
                .isEqualTo(Stream.of(UuidFormat.values()).collect(Collectors.toMap(Enum::name, UuidFormat::length)));
        Map<String, Integer> numbers =
                Stream.of(LongFormat.values()).collect(Collectors.toMap(Enum::name, LongFormat::length));
        numbers.put("DECIMAL", Long.toUnsignedString(-1).length());
        assertThat(Forms.LENGTHS.get(IdClasses.LONG)).isEqualTo(numbers);
        assertThat(Forms.LENGTHS.get(IdClasses.OBJECT_ID))
                .isEqualTo(Stream.of(ObjectId.Format.values())
                        .collect(Collectors.toMap(Enum::name, ObjectId.Format::length)));
    }

    @Test
    void everyFaultOfAClass_isReportedAtOnce() {
        assertThat(Compilation.into(output)
                        .source("Id", "@Prefix(\"Acct-1\") record Id(UUID value) {}")
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
