package io.counterfoil.cli.id;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.generator.SqlServerUuid;
import io.counterfoil.ids.text.UuidFormat;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class InspectCommandTest {

    private static final String V7 = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
    private static final String[] THEN = {"--at", "2026-11-20T14:24:29.353Z"};

    /** The examples of RFC 9562, appendices A and B. */
    @ParameterizedTest
    @CsvSource({
        "c232ab00-9414-11ec-b3c8-9f6bdeced846,1,2022-02-22T19:22:22Z,PT0.0000001S",
        "5df41881-3aed-3515-88a7-2f4a814cf09e,3,,",
        "919108f7-52d1-4320-9bac-f847db4148a8,4,,",
        "2ed6657d-e927-568b-95e1-2665a8aea6a2,5,,",
        "1ec9414c-232a-6b00-b3c8-9f6bdeced846,6,2022-02-22T19:22:22Z,PT0.0000001S",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f,7,2022-02-22T19:22:22Z,PT0.001S",
        "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0,8,,",
    })
    void uuid_hasVersionVariantAndTime(String text, String version, String time, String precision) {
        JsonNode inspected = IdResult.inspected(text, THEN);

        JsonNode uuid = inspected.get("readings").get(0);
        assertThat(inspected.get("valid").booleanValue()).isTrue();
        assertThat(uuid.get("kind").stringValue()).isEqualTo("uuid");
        assertThat(uuid.get("facts").get("version").stringValue()).isEqualTo(version);
        assertThat(uuid.get("facts").get("variant").stringValue()).isEqualTo("2");
        if (time == null) {
            assertThat(uuid.get("times")).isEmpty();
        } else {
            assertThat(uuid.get("times").get(0).get("time").stringValue()).isEqualTo(time);
            assertThat(uuid.get("times").get(0).get("precision").stringValue()).isEqualTo(precision);
        }
    }

    @Test
    void uuid_version1_hasNodeAndClockSequence() {
        JsonNode facts = IdResult.reading(IdResult.inspected("c232ab00-9414-11ec-b3c8-9f6bdeced846"), "uuid")
                .get("facts");

        assertThat(facts.get("node").stringValue()).isEqualTo("9f6bdeced846");
        assertThat(facts.get("clock_sequence").stringValue()).isEqualTo("13256");
    }

    @ParameterizedTest
    @EnumSource(UuidFormat.class)
    void uuid_inEachForm_isFound(UuidFormat format) {
        JsonNode inspected = IdResult.inspected(format.format(UUID.fromString(V7)), THEN);

        for (JsonNode reading : inspected.get("readings")) {
            if (reading.get("kind").stringValue().equals("uuid")
                    && reading.get("likely").booleanValue()) {
                assertThat(reading.get("times").get(0).get("time").stringValue())
                        .isEqualTo("2022-02-22T19:22:22Z");
                return;
            }
        }
        throw new AssertionError(inspected.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "00000000-0000-0000-0000-000000000000, the nil UUID identifies nothing",
        "ffffffff-ffff-ffff-ffff-ffffffffffff, the max UUID identifies nothing",
        "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f, has variant 6",
        "017f22e2-79b0-9cc3-98c4-dc0c0c07398f, has version 9",
        "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}, without braces",
        "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f, without urn:uuid:",
    })
    void invalidUuid_hasAReason(String text, String why) {
        JsonNode inspected = IdResult.inspected(text);

        assertThat(inspected.get("valid").booleanValue()).isFalse();
        assertThat(IdResult.reading(inspected, "uuid").get("faults").toString()).contains(why);
        assertThat(IdResult.id("inspect", text).exitCode()).isEqualTo(1);
    }

    @Test
    @Tag("CB-10")
    void uuid_inCapitals_isValid_andNamesItsCanonicalText() {
        JsonNode uuid = IdResult.reading(IdResult.inspected("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"), "uuid");

        assertThat(uuid.get("valid").booleanValue()).isTrue();
        assertThat(uuid.get("canonical").stringValue()).isEqualTo(V7);
    }

    @Test
    void uuidWithAWrongCharacter_namesItsIndex() {
        JsonNode inspected = IdResult.inspected("017g22e2-79b0-7cc3-98c4-dc0c0c07398f");

        assertThat(inspected.get("readings")).isEmpty();
        assertThat(inspected.get("refusals").get(0).get("reason").stringValue()).contains("\"g\" at index 3");
    }

    @Test
    void comb_isLikelyWhereItsTimeIs() {
        JsonNode likely = IdResult.reading(IdResult.inspected("01a1f958-3429-49d3-a0fc-0010576b9047", THEN), "comb");

        assertThat(likely.get("likely").booleanValue()).isTrue();
        assertThat(likely.get("times").get(0).get("time").stringValue()).startsWith("2026-11-20T");
        assertThat(IdResult.inspected("f1a1f958-3429-49d3-a0fc-0010576b9047", THEN)
                        .toString())
                .doesNotContain("\"comb\"");
    }

    /** Minute 29,909,000 since 1970 is 2026-11-13T03:20Z, and 29,909,000 mod 65,536 is 24,584 or 6008. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-13T03:20:30Z, true, 2026-11-13T03:20:00Z, accepted",
        "2026-11-13T03:30:59Z, true, 2026-11-13T03:20:00Z, accepted",
        "2026-11-13T03:31:00Z, false, 2026-11-13T03:20:00Z, rejected: prefix 6008",
        "2026-11-13T03:10:00Z, true, 2026-11-13T03:20:00Z, accepted",
        "2026-11-13T03:09:59Z, false, 2026-09-28T15:04:00Z, rejected: prefix 6008",
    })
    void shortPrefixComb_isReadAsOfAnInstant(String at, boolean likely, String time, String creation) {
        JsonNode reading = IdResult.reading(
                IdResult.inspected("6008ca08-a442-4632-aec6-25e16bd92e02", "--at", at), "short-prefix-comb");

        assertThat(reading.get("likely").booleanValue()).isEqualTo(likely);
        assertThat(reading.get("times").get(0).get("time").stringValue()).isEqualTo(time);
        assertThat(reading.get("times").get(0).get("precision").stringValue()).isEqualTo("PT1M");
        assertThat(reading.get("facts").get("creation").stringValue()).startsWith(creation);
    }

    @Test
    void sqlServerForm_isReversed() {
        UUID prefixForm = UUID.fromString(V7);

        JsonNode reading = IdResult.reading(
                IdResult.inspected(SqlServerUuid.toSuffix(prefixForm).toString(), THEN), "uuid-suffix");

        assertThat(reading.get("facts").get("prefix_form").stringValue()).isEqualTo(V7);
        assertThat(reading.get("times").get(0).get("time").stringValue()).isEqualTo("2022-02-22T19:22:22Z");
    }

    @Test
    void ulid_hasItsTime_alsoInLowerCase() {
        String ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

        JsonNode capital = IdResult.reading(IdResult.inspected(ulid), "ulid");
        JsonNode small = IdResult.reading(IdResult.inspected("01arz3ndektsv4rrffq69g5fav"), "ulid");

        assertThat(capital.get("times").get(0).get("time").stringValue()).isEqualTo("2016-07-30T23:54:10.259Z");
        assertThat(capital.get("valid").booleanValue()).isTrue();
        assertThat(small.get("valid").booleanValue()).isTrue();
        assertThat(small.get("canonical").stringValue()).isEqualTo(ulid);
    }

    /** The first: from Twitter's documentation; the second: from Discord's. */
    @Test
    void snowflake_hasTheTimeForEachPlausibleEpoch() {
        JsonNode twitter = IdResult.reading(
                IdResult.inspected("1541815603606036480", "--epoch", "2010-11-04T01:42:54.657Z"), "snowflake");
        JsonNode discord = IdResult.reading(IdResult.inspected("175928847299117063"), "snowflake");

        assertThat(twitter.get("times").get(0).get("time").stringValue()).isEqualTo("2022-06-28T16:07:40.105Z");
        assertThat(twitter.get("facts").get("machine").stringValue()).isEqualTo("378");
        assertThat(discord.get("times")).hasSize(2);
        assertThat(discord.get("times").get(1).get("time").stringValue()).isEqualTo("2016-04-30T11:18:25.796Z");
        assertThat(discord.get("facts").get("sequence").stringValue()).isEqualTo("7");
    }

    /** The tutorial's example, which counts from 1970. */
    @Test
    void snowflake_ofAnotherEpoch_saysWhichItCouldBe() {
        JsonNode snowflake = IdResult.reading(IdResult.inspected("6820698575169822721", THEN), "snowflake");

        assertThat(snowflake.get("likely").booleanValue()).isTrue();
        assertThat(snowflake.get("times")).hasSize(1);
        assertThat(snowflake.get("times").get(0).get("time").stringValue()).isEqualTo("2021-07-13T13:01:02.772Z");
        assertThat(snowflake.get("times").get(0).get("note").stringValue()).isEqualTo("counted from the Unix epoch");
        assertThat(snowflake.get("facts").get("epochs").stringValue()).isEqualTo("1948-06-20 to 1975-05-11");
    }

    @ParameterizedTest
    @CsvSource({"0, positive", "-5, positive", "9223372036854775808, more than 63 bits", "007, leading zeros"})
    void numberThatIsNoSnowflake_hasAReason(String text, String why) {
        assertThat(IdResult.inspected(text).get("refusals").toString()).contains(why);
    }

    @Test
    void objectId_hasItsParts() {
        JsonNode reading = IdResult.reading(IdResult.inspected("507f1f77bcf86cd799439011"), "object-id");

        assertThat(reading.get("times").get(0).get("time").stringValue()).isEqualTo("2012-10-17T21:13:27Z");
        assertThat(reading.get("times").get(0).get("precision").stringValue()).isEqualTo("PT1S");
        assertThat(reading.get("facts").get("process").stringValue()).isEqualTo("bcf86cd799");
        assertThat(reading.get("facts").get("counter").stringValue()).isEqualTo(Integer.toString(0x439011));
    }

    @Test
    void typedId_hasItsTypeAndUuid() {
        JsonNode base36 = IdResult.reading(IdResult.inspected("acct_039srkj01e44uynszf2f2njh3"), "typed-id");
        JsonNode typeId = IdResult.reading(IdResult.inspected("post_box_01h455vb4pex5vsknk084sn02q"), "typed-id");

        assertThat(base36.get("facts").get("type").stringValue()).isEqualTo("acct");
        assertThat(base36.get("facts").get("form").stringValue()).isEqualTo("base36");
        assertThat(typeId.get("facts").get("type").stringValue()).isEqualTo("post_box");
        assertThat(typeId.get("name").stringValue()).contains("TypeID");
        assertThat(typeId.get("parts").get(0).get("facts").get("uuid").stringValue())
                .isEqualTo("01890a5d-ac96-774b-bcce-b302099a8057");
    }

    @Test
    void typedIdWithAnUnknownForm_isRefused() {
        assertThat(IdResult.inspected("acct_1234")
                        .get("refusals")
                        .get(0)
                        .get("reason")
                        .stringValue())
                .contains("36, 32, 26, 25, 22, 16, 13, 11, 24, 20, 19, 17 characters");
    }

    /** The examples of the tutorial on identifiers. */
    @Test
    @Tag("TI-9")
    void typedId_overANumberOrAnObjectId_tellsItToo() {
        JsonNode number = IdResult.reading(
                IdResult.inspected("evt_1ftjbusjplqtd", "--epoch", "1970-01-01T00:00:00Z"), "typed-id");
        JsonNode document = IdResult.reading(IdResult.inspected("doc_2ey8c8drg2h00i6v08a"), "typed-id");

        JsonNode snowflake = number.get("parts").get(0);
        assertThat(snowflake.get("times").get(0).get("time").stringValue()).isEqualTo("2021-07-13T13:01:02.772Z");
        assertThat(snowflake.get("facts").get("machine").stringValue()).isEqualTo("42");
        assertThat(document.get("facts").get("form").stringValue()).isEqualTo("base36");
        assertThat(document.get("parts").get(0).get("times").get(0).get("time").stringValue())
                .isEqualTo("2012-10-17T20:46:22Z");
    }

    @ParameterizedTest
    @CsvSource({
        "ACCT_039SRKJ01E44UYNSZF2F2NJH3, acct_039srkj01e44uynszf2f2njh3",
        "acct_039SRKJ01E44uynszf2f2njh3, acct_039srkj01e44uynszf2f2njh3",
        "EVT_1FTJBUSJPLQTD, evt_1ftjbusjplqtd",
        "DOC_2EY8C8DRG2H00I6V08A, doc_2ey8c8drg2h00i6v08a"
    })
    @Tag("TI-3")
    void typedId_inAnotherCase_isValid_andTellsItsCanonicalText(String text, String canonical) {
        JsonNode reading = IdResult.reading(IdResult.inspected(text, "--epoch", "1970-01-01T00:00:00Z"), "typed-id");

        assertThat(reading.get("valid").booleanValue()).isTrue();
        assertThat(reading.get("canonical").stringValue()).isEqualTo(canonical);
    }

    @Test
    @Tag("TI-3")
    void typedId_withDigitsAndCapitalsInItsPrefix_keepsThem() {
        JsonNode reading = IdResult.reading(IdResult.inspected("S3_Key_039srkj01e44uynszf2f2njh3"), "typed-id");

        assertThat(reading.get("facts").get("type").stringValue()).isEqualTo("S3_Key");
        assertThat(reading.get("canonical")).isNull();
    }

    @Test
    void typedId_withAWrongCharacter_namesItsIndex() {
        assertThat(IdResult.inspected("acct_039srkj01e44uynszf2f2njh-")
                        .get("refusals")
                        .toString())
                .contains("at index 29");
    }

    @Test
    @Tag("TI-9")
    void typedId_inCapitalsAndNotPadded_tellsItsCanonicalText() {
        JsonNode reading = IdResult.reading(IdResult.inspected("ACCT_3E3W9Q6U75ZRQC18PECPDAVV"), "typed-id");

        assertThat(reading.get("canonical").stringValue()).isEqualTo("acct_03e3w9q6u75zrqc18pecpdavv");
        assertThat(reading.get("faults").toString()).contains("not padded").doesNotContain("index");
    }

    @Test
    @Tag("TI-9")
    void typedId_thatIsNotPadded_tellsItsCanonicalText() {
        JsonNode reading = IdResult.reading(IdResult.inspected("acct_3e3w9q6u75zrqc18pecpdavv"), "typed-id");

        assertThat(reading.get("canonical").stringValue()).isEqualTo("acct_03e3w9q6u75zrqc18pecpdavv");
        assertThat(reading.get("valid").booleanValue()).isFalse();
        assertThat(reading.get("faults").toString()).contains("not padded");
    }

    @Test
    void correlationId_hasRootSegmentsAndParent() {
        JsonNode reading = IdResult.reading(IdResult.inspected("a79xkJtlKVP4HRLz.6EzW6vwC.1"), "correlation-id");

        assertThat(reading.get("facts").get("root").stringValue()).isEqualTo("a79xkJtlKVP4HRLz");
        assertThat(reading.get("facts").get("segment_1").stringValue()).isEqualTo("6EzW6vwC");
        assertThat(reading.get("facts").get("segment_2").stringValue()).isEqualTo("1");
        assertThat(reading.get("facts").get("parent").stringValue()).isEqualTo("a79xkJtlKVP4HRLz.6EzW6vwC");
    }

    @Test
    void correlationIdWithAUuidAsRoot_hasTheRootsReading() {
        JsonNode part = IdResult.reading(IdResult.inspected(V7 + ".2"), "correlation-id")
                .get("parts")
                .get(0);

        assertThat(part.get("kind").stringValue()).isEqualTo("uuid");
        assertThat(part.get("times").get(0).get("time").stringValue()).isEqualTo("2022-02-22T19:22:22Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abcd..1", ".abcd", "abcd.", "abcd.a b"})
    void correlationIdThatBreaksTheGrammar_namesTheIndex(String text) {
        assertThat(IdResult.inspected(text).get("refusals").get(0).get("kind").stringValue())
                .isEqualTo("correlation-id");
    }

    @Test
    void traceparent_hasItsParts() {
        JsonNode reading = IdResult.reading(
                IdResult.inspected("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"), "traceparent");

        assertThat(reading.get("valid").booleanValue()).isTrue();
        assertThat(reading.get("facts").get("trace_id").stringValue()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(reading.get("facts").get("parent_id").stringValue()).isEqualTo("00f067aa0ba902b7");
    }

    @ParameterizedTest
    @CsvSource({
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, version ff",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01, trace id is all zeros",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01, parent id is all zeros",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x, ends after the flags",
    })
    void invalidTraceparent_hasAReason(String text, String why) {
        JsonNode reading = IdResult.reading(IdResult.inspected(text), "traceparent");

        assertThat(reading.get("valid").booleanValue()).isFalse();
        assertThat(reading.get("faults").get(0).stringValue()).contains(why);
    }

    @Test
    void idempotencyKeyInQuotes_isReadWithItsContents() {
        JsonNode reading = IdResult.reading(IdResult.inspected('"' + V7 + "\";v=1"), "idempotency-key");

        assertThat(reading.get("facts").get("key").stringValue()).isEqualTo(V7);
        assertThat(reading.get("canonical").stringValue()).isEqualTo('"' + V7 + '"');
        assertThat(reading.get("parts").get(0).get("facts").get("version").stringValue())
                .isEqualTo("7");
    }

    @Test
    void nanoid_isRecognised() {
        assertThat(IdResult.reading(IdResult.inspected("V1StGXR8_Z5jdHi6B-myT"), "nanoid")
                        .get("likely")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void anyText_hasItsUses() {
        String text = IdResult.id("inspect", "two words").out();

        assertThat(text)
                .contains("not an ID of any known kind")
                .contains("can be used as request id")
                .contains("cannot be used as attempt id: has other than visible ASCII characters")
                .contains("cannot be used as correlation id: ");
    }

    @Test
    void text_ofALikelyReading_isForPeople() {
        assertThat(IdResult.id("inspect", "--at", "2022-02-22T19:22:25Z", V7).lines())
                .containsSequence(
                        V7, "  UUID, version 7, valid", "    time           2022-02-22T19:22:22Z, to 1 ms (3 s ago)");
    }

    @Test
    void severalTexts_arePrintedInOrder_andAnInvalidOneIsExitCodeOne() {
        IdResult result = IdResult.id("inspect", "--json", V7, "???");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out().lines()).hasSize(2).first().asString().contains(V7);
    }

    @Test
    void withoutText_standardInputIsReadByLines() {
        IdResult result = IdResult.idOf(V7 + "\r\n\n  507f1f77bcf86cd799439011  \n", "inspect", "--json");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out().lines()).hasSize(2).last().asString().contains("\"text\":\"507f1f77bcf86cd799439011\"");
    }

    @Test
    void aHugeLine_isRefused_andTheNextOneIsRead() {
        IdResult result = IdResult.idOf("a".repeat(3_000_000) + "\n" + V7 + "\n", "inspect");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out())
                .contains("longer than 1024 characters")
                .contains(V7)
                .hasSizeLessThan(3000);
    }

    @Test
    void colours_areOfATerminalAlone() {
        assertThat(IdResult.onTerminal("inspect", V7).out()).contains("\u001b[32mvalid\u001b[0m");
        assertThat(IdResult.id("inspect", V7).out()).doesNotContain("\u001b");
    }
}
