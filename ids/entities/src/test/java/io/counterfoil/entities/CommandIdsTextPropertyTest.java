package io.counterfoil.entities;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;

/** Of all lists, and of all texts that are one character away from a list's. */
@Tag("CB-6")
class CommandIdsTextPropertyTest {

    private static CommandIds list(List<Long> seeds) {
        CommandIds list = CommandIds.none(CommandIds.MAX_LIMIT);
        for (long seed : seeds) {
            list = list.with(new CommandId(new UUID(seed, ~seed)));
        }
        return list;
    }

    @Property
    void everyList_isReadBack(@ForAll @UniqueElements @Size(max = 30) List<Long> seeds) {
        CommandIds list = list(seeds);

        assertThat(CommandIds.ofStored(list.asText(), CommandIds.MAX_LIMIT)).isEqualTo(list);
        assertThat(CommandIds.ofStored(list.toArray(), CommandIds.MAX_LIMIT)).isEqualTo(list);
    }

    @Property
    void everyTextThatIsRead_isTheTextOfWhatComesOut_butForSpaces(
            @ForAll @UniqueElements @Size(min = 1, max = 3) List<Long> seeds,
            @ForAll @IntRange(max = 120) int at,
            @ForAll @CharRange(from = ' ', to = '~') char other) {
        StringBuilder text = new StringBuilder(list(seeds).asText());
        text.setCharAt(at % text.length(), other);

        String read = readOrEmpty(text.toString());

        assertThat(read).isIn("", text.toString());
    }

    private static String readOrEmpty(String text) {
        try {
            return CommandIds.ofStored(text).asText();
        } catch (IllegalArgumentException refused) {
            return "";
        }
    }
}
