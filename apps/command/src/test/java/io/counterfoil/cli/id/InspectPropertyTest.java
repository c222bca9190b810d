package io.counterfoil.cli.id;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.text.UuidFormat;
import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import tools.jackson.databind.JsonNode;

class InspectPropertyTest {

    /** Nothing in the output can move the terminal's cursor, and no text causes an exception. */
    @Property(tries = 500)
    void anyText_isPrintedInHarmlessCharacters(@ForAll @StringLength(max = 80) String text) {
        IdResult result = IdResult.id("inspect", "--", text);

        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isBetween(0, 1);
        assertThat(result.out().codePoints())
                .allMatch(c -> c == '\n' || (c >= ' ' && c != 0x7f && (c < 0x80 || c > 0x9f) && c != 0x202e));
    }

    @Property(tries = 500)
    void anyText_isTheTextOfItsJson(@ForAll @StringLength(max = 80) String text) {
        assertThat(IdResult.inspected(text).get("text").stringValue()).isEqualTo(text);
    }

    @Property(tries = 1000)
    void nearlyAnId_isReadOrRefused(@ForAll("nearlyIds") String text) {
        JsonNode inspected = IdResult.inspected(text);

        boolean valid = inspected.get("valid").booleanValue();
        assertThat(inspected
                        .get("readings")
                        .valueStream()
                        .anyMatch(reading -> reading.get("valid").booleanValue()))
                .isEqualTo(valid);
    }

    /** Formatting a generated ID and inspecting it returns its time. */
    @Property(tries = 300)
    void v7_ofAnyTime_tellsIt(
            @ForAll @LongRange(min = 0, max = 4_102_444_800_000L) long millis, @ForAll UuidFormat format) {
        Instant time = Instant.ofEpochMilli(millis);

        JsonNode inspected = IdResult.inspected(format.format(UuidV7.at(time)));

        assertThat(inspected.toString()).contains("\"time\":\"" + time + '"');
    }

    @Example
    void everyHalfOfASurrogatePair_isEscaped() {
        assertThat(IdResult.id("inspect", "--", "\ud800x").out()).startsWith("\\ud800x");
    }

    @Provide
    Arbitrary<String> nearlyIds() {
        return Arbitraries.strings()
                .withChars("0123456789abcdefABCDEFgGzZ-_.{}\"")
                .ofMinLength(10)
                .ofMaxLength(56);
    }
}
