package io.counterfoil.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("CB-6")
class CommandIdsTest {

    private static final String A = "01890a5d-ac96-774b-bcce-b302099a8057";
    private static final String B = "919108f7-52d1-4320-9bac-f847db4148a8";

    private static List<CommandId> ids(int count) {
        return Stream.generate(CommandId::next).limit(count).toList();
    }

    private static CommandIds with(CommandIds list, List<CommandId> ids) {
        for (CommandId id : ids) {
            list = list.with(id);
        }
        return list;
    }

    @Test
    void fullList_losesItsOldest() {
        List<CommandId> all = ids(21);

        CommandIds list = with(CommandIds.none(), all);

        assertThat(list.asList()).isEqualTo(all.subList(1, 21));
        assertThat(list.contains(all.get(0))).isFalse();
        assertThat(list.contains(all.get(20))).isTrue();
        assertThat(list.limit()).isEqualTo(20);
    }

    @Test
    void with_leavesTheListItWasCalledOn() {
        CommandIds before = CommandIds.none();

        CommandIds after = before.with(CommandId.next());

        assertThat(before.isEmpty()).isTrue();
        assertThat(after.isEmpty()).isFalse();
        assertThat(after.size()).isEqualTo(1);
    }

    @Test
    void knownId_keepsItsPlace() {
        List<CommandId> all = ids(3);
        CommandIds list = with(CommandIds.none(3), all);

        assertThat(list.with(all.get(0))).isSameAs(list);
    }

    @Test
    void limit_isOneToAThousand() {
        assertThat(with(CommandIds.none(1), ids(2)).size()).isEqualTo(1);
        assertThat(with(CommandIds.none(1000), ids(1001)).size()).isEqualTo(1000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandIds.none(0))
                .withMessageContaining("must be 1 to 1000, or UNBOUNDED, and is 0");
        assertThatIllegalArgumentException().isThrownBy(() -> CommandIds.none(1001));
        assertThatIllegalArgumentException().isThrownBy(() -> CommandIds.none(Integer.MAX_VALUE - 1));
        assertThatIllegalArgumentException().isThrownBy(() -> CommandIds.ofStored("[]", 1001));
        assertThatIllegalArgumentException().isThrownBy(() -> CommandIds.ofStored(new UUID[0], 0));
    }

    @Test
    void text_isAJsonArray_oldestFirst() {
        CommandIds list = CommandIds.none().with(CommandId.parse(B)).with(CommandId.parse(A));

        assertThat(list.asText()).isEqualTo("[\"" + B + "\",\"" + A + "\"]").isEqualTo(list.toString());
        assertThat(CommandIds.ofStored(list.asText())).isEqualTo(list);
        assertThat(CommandIds.none().asText()).isEqualTo("[]");
        assertThat(CommandIds.ofStored("[]")).isEqualTo(CommandIds.none());
    }

    @Test
    void text_ofAFullList_isAsLongAsIsTold() {
        assertThat(with(CommandIds.none(), ids(20)).asText()).hasSize(781);
    }

    @Test
    void text_thatAJsonColumnSpacedOut_isRead() {
        CommandIds list = CommandIds.ofStored("[\"" + B + "\", \"" + A + "\"]");

        assertThat(list.asList()).containsExactly(CommandId.parse(B), CommandId.parse(A));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "]",
                "null",
                "{}",
                "[ ]",
                "[]]",
                "[],",
                "[,]",
                " []",
                "[] ",
                "[\"\"]",
                "[\"" + A + "\"",
                "[\"" + A + "\",]",
                "[ \"" + A + "\"]",
                "[\"" + A + "\" ]",
                "[\"" + A + "\",  \"" + B + "\"]",
                "[\"" + A + "\" ,\"" + B + "\"]",
                "[\"" + A + "\"\"" + B + "\"]",
                "[\"" + A + "x\"]",
                "['" + A + "']",
                "[" + A + "]",
                "[\"" + A + "\",null]",
                "[\"01890A5D-AC96-774B-BCCE-B302099A8057\"]",
                "[\"00000000-0000-0000-0000-000000000000\"]",
                "[\"" + A + "\",\"" + A + "\"]"
            })
    void text_thatWasNotWrittenByIt_isRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CommandIds.ofStored(text));
    }

    @Test
    void refusal_saysWhere() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandIds.ofStored("[\"" + A + "\";\"" + B + "\"]"))
                .withMessageContaining("at character 39 ] expected, found character U+003B");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandIds.ofStored("[\"" + A + "\",\"x" + B.substring(1) + "\"]"))
                .withMessageContaining("the id at character 41");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandIds.ofStored("[\"" + A))
                .withMessageContaining("at character 38 \" expected, found the end");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CommandIds.ofStored("[\"" + A + "\",\"" + B.substring(1)))
                .withMessageContaining("at character 41 a command id of 36 characters expected");
    }

    @Test
    @Tag("CB-10")
    void unboundedList_losesNone_andIsReadBack() {
        List<CommandId> all = ids(3000);

        CommandIds list = with(CommandIds.none(CommandIds.UNBOUNDED), all);

        assertThat(list.asList()).isEqualTo(all);
        assertThat(list.limit()).isEqualTo(CommandIds.UNBOUNDED);
        assertThat(CommandIds.ofStored(list.asText(), CommandIds.UNBOUNDED)).isEqualTo(list);
        assertThat(CommandIds.ofStored(list.toArray(), CommandIds.UNBOUNDED)).isEqualTo(list);
    }

    @Test
    @Tag("CB-10")
    void unboundedList_thatIsReadUnderALimit_keepsTheNewest() {
        List<CommandId> all = ids(3000);
        CommandIds list = with(CommandIds.none(CommandIds.UNBOUNDED), all);

        CommandIds newest = with(CommandIds.none(), all);

        assertThat(CommandIds.ofStored(list.asText())).isEqualTo(newest);
        assertThat(CommandIds.ofStored(list.toArray())).isEqualTo(newest);
    }

    @Test
    void asManyAsTheHighestLimit_areReadBack() {
        CommandIds full = with(CommandIds.none(1000), ids(1000));

        assertThat(CommandIds.ofStored(full.asText(), 1000)).isEqualTo(full);
        assertThat(CommandIds.ofStored(full.asText().replace(",", ", "), 1000)).isEqualTo(full);
        assertThat(CommandIds.ofStored(full.toArray(), 1000)).isEqualTo(full);
        assertThatIllegalArgumentException()
                .as("as long as a list may be, and none")
                .isThrownBy(() -> CommandIds.ofStored("[" + " ".repeat(40_000) + "]"))
                .withMessageContaining("at character 1");
    }

    @Test
    void loweredLimit_keepsTheNewest() {
        List<CommandId> all = ids(5);
        CommandIds five = with(CommandIds.none(5), all);

        assertThat(CommandIds.ofStored(five.asText(), 2).asList()).isEqualTo(all.subList(3, 5));
        assertThat(CommandIds.ofStored(five.toArray(), 2).asList()).isEqualTo(all.subList(3, 5));
    }

    @Test
    void array_isReadBack_andNotShared() {
        CommandIds list = with(CommandIds.none(), ids(3));
        UUID[] array = list.toArray();

        CommandIds read = CommandIds.ofStored(array);
        array[0] = UUID.fromString(B);

        assertThat(read).isEqualTo(list).hasSameHashCodeAs(list);
    }

    @Test
    void array_withAMissingId_orOneTwice_isRefused() {
        UUID id = UUID.fromString(A);

        assertThatThrownBy(() -> CommandIds.ofStored(new UUID[] {id, null})).hasMessageContaining("command id 1");
        assertThatThrownBy(() -> CommandIds.ofStored(new UUID[] {null, id})).hasMessageContaining("command id 0");
        assertThatThrownBy(() -> CommandIds.ofStored(new UUID[] {id, id})).hasMessageContaining("stored twice");
        assertThatThrownBy(() -> CommandIds.ofStored(new UUID[] {new UUID(0, 0)}))
                .hasMessageContaining("nil");
    }

    @Test
    void lists_areSpreadByTheirHashCodes() {
        assertThat(IntStream.range(0, 100)
                        .map(i -> with(CommandIds.none(), ids(2)).hashCode())
                        .distinct())
                .hasSizeGreaterThan(90);
    }

    @Test
    void listsOfOtherOrderOrLimit_areNotEqual() {
        List<CommandId> two = ids(2);
        CommandIds list = with(CommandIds.none(), two);

        assertThat(list).isNotEqualTo(with(CommandIds.none(), List.of(two.get(1), two.get(0))));
        assertThat(list).isNotEqualTo(with(CommandIds.none(3), two));
        assertThat(list).isEqualTo(with(CommandIds.none(20), two));
        assertThat(IntStream.range(0, 2).mapToObj(list.asList()::get)).isEqualTo(two);
    }
}
