package io.counterfoil.cli.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class NewCommandTest {

    /** Kinds whose texts are read as another kind, because they have the same form. */
    private static final Map<IdKind, String> READ_AS = Map.of(
            IdKind.UUID_V7, "uuid",
            IdKind.UUID_V4, "uuid",
            IdKind.TYPED, "typed-id",
            IdKind.REQUEST_ID, "uuid",
            IdKind.ATTEMPT_ID, "uuid");

    private static String[] making(IdKind kind) {
        Stream<String> options = switch (kind) {
            case TYPED -> Stream.of("--prefix", "acct");
            case SNOWFLAKE -> Stream.of("--machine-id", "5");
            default -> Stream.of();
        };
        return Stream.concat(Stream.of("new", kind.toString(), "-n", "3"), options)
                .toArray(String[]::new);
    }

    @ParameterizedTest
    @EnumSource(IdKind.class)
    void new_ofEachKind_isReadAsThatKind(IdKind kind) {
        List<String> ids = IdResult.id(making(kind)).lines();

        assertThat(ids).hasSize(3).doesNotHaveDuplicates();
        for (String id : ids) {
            JsonNode reading = IdResult.reading(IdResult.inspected(id), READ_AS.getOrDefault(kind, kind.toString()));
            assertThat(reading.get("likely").booleanValue()).as(id).isTrue();
            assertThat(reading.get("valid").booleanValue()).as(id).isTrue();
        }
    }

    @Test
    void new_withoutCount_isOne() {
        assertThat(IdResult.id("new", "uuid-v7").lines()).hasSize(1);
    }

    @Test
    void new_ofManyV7_areInOrder() {
        assertThat(IdResult.id("new", "uuid-v7", "-n", "20000").lines())
                .hasSize(20_000)
                .isSorted();
    }

    @ParameterizedTest
    @CsvSource({"hex,36", "base16,32", "base32,26", "ulid,26", "base36,25", "base58,22", "base62,22"})
    void new_inEachForm_hasItsLength(String format, int length) {
        assertThat(IdResult.id("new", "uuid-v7", "-f", format).lines())
                .singleElement()
                .satisfies(id -> {
                    assertThat(id).hasSize(length);
                    assertThat(IdResult.inspected(id).get("valid").booleanValue())
                            .isTrue();
                });
    }

    @ParameterizedTest
    @CsvSource({"decimal", "base16", "base32", "base36", "base62"})
    void new_snowflakeInEachForm_carriesItsMachine(String format) {
        String id = IdResult.id("new", "snowflake", "--machine-id", "77", "-f", format)
                .lines()
                .get(0);

        assertThat(IdResult.readings(IdResult.inspected(id), "snowflake"))
                .anyMatch(reading ->
                        reading.get("facts").get("machine").stringValue().equals("77"));
    }

    @Test
    void new_snowflakeOfAnEpoch_countsFromThere() {
        String id = IdResult.id("new", "snowflake", "--machine-id", "1", "--epoch", "2026-01-01T00:00:00Z")
                .lines()
                .get(0);

        JsonNode times = IdResult.reading(IdResult.inspected(id, "--epoch", "2026-01-01T00:00:00Z"), "snowflake")
                .get("times");
        assertThat(times).hasSize(1);
        assertThat(times.get(0).get("note").stringValue()).isEqualTo("counted from 2026-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "new nope | unknown kind of ID 'nope'; known kinds: uuid-v7, uuid-v4",
                "new typed | typed requires --prefix",
                "new typed --prefix acct-1 | --prefix must be 1 to 63 characters of a-z, A-Z, 0-9 and _",
                "new typed --prefix acct_ | --prefix must be",
                "new snowflake | snowflake requires --machine-id, 0 to 1023",
                "new snowflake --machine-id 1024 | 1024",
                "new snowflake --machine-id 1 -f hex | --format for snowflake must be one of decimal, base16",
                "new uuid-v7 -f decimal | --format for uuid-v7 must be one of hex, base16",
                "new object-id -f hex | --format applies to UUIDs, typed and snowflake, not to object-id",
                "new uuid-v4 --prefix a | --prefix applies to typed, not to uuid-v4",
                "new uuid-v7 --interval PT1M | --interval applies to short-prefix-comb and short-suffix-comb",
                "new short-prefix-comb --interval PT0S | interval must be whole milliseconds",
                "new uuid-v7 -n 0 | --count must be between 1 and 10000000, is 0",
                "new uuid-v7 -n 10000001 | --count must be between 1 and 10000000",
                "new | Missing required parameter",
                "inspect --at yesterday | yesterday",
                "'' | missing command: id new or id inspect"
            })
    void invalidCommandLine_isExitCodeTwo_withAReason(String args, String message) {
        IdResult result = IdResult.id(
                Arrays.stream(args.split(" ")).filter(arg -> !arg.isEmpty()).toArray(String[]::new));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains(message).doesNotContain("\tat ");
    }

    @Test
    void help_namesEveryKind() {
        List<String> help = IdResult.id("new", "--help").lines();

        for (IdKind kind : IdKind.values()) {
            assertThat(help).anyMatch(line -> line.startsWith("  " + kind + " "));
        }
    }
}
