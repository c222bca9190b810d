package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.generator.UuidV7;
import io.counterfoil.ids.snowflake.Snowflake;
import io.counterfoil.ids.text.UuidFormat;
import java.math.BigInteger;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The examples of the tutorial on identifiers: its ids with their prefixes, the dates and the machine numbers in them. */
class TutorialVectorsTest {

    @Prefix(value = "tutorial_acct", alternatives = @Prefix.Alternative(prefix = "acct_of_tutorial", padded = false))
    record AccountId(UUID value) implements TypedId<AccountId> {}

    @Test
    @Tag("TI-1")
    void theUuid_isOfVersion7_andTellsItsMillisecond() {
        UUID uuid = UUID.fromString("01976b10-a45c-7786-988e-e261ef5d015b");

        assertThat(UuidV7.isV7(uuid)).isTrue();
        assertThat(UuidV7.instantOf(uuid)).isEqualTo("2025-06-13T20:52:22.236Z");
        assertThat(UuidFormat.HEX.parse("01976b10-a45c-7786-988e-e261ef5d015b")).isEqualTo(uuid);
    }

    @Test
    @Tag("TI-1")
    void theSnowflake_tellsItsMillisecondMachineAndSequence() {
        long id = 6820698575169822721L;

        assertThat(new Snowflake.Layout(Instant.EPOCH).instantOf(id)).isEqualTo("2021-07-13T13:01:02.772Z");
        assertThat(Snowflake.Layout.machineIdOf(id)).isEqualTo(42);
        assertThat(Snowflake.Layout.sequenceOf(id)).isEqualTo(1);
    }

    @Test
    @Tag("TI-1")
    void theObjectId_tellsItsSecond() {
        assertThat(ObjectId.parse("507f191e810c19729de860ea").instant()).isEqualTo("2012-10-17T20:46:22Z");
    }

    /** The tutorial's class writes the number in base 36 without padding, as {@link BigInteger#toString(int)} does. */
    @Test
    @Tag("TI-3")
    @Tag("TI-9")
    void theTextsOfItsClass_areReadAsAnAlternative() {
        UUID uuid = UUID.fromString("01976b10-a45c-7786-988e-e261ef5d015b");
        String body = new BigInteger(uuid.toString().replace("-", ""), 16).toString(36);

        assertThat(body).isEqualTo("3e3w9q6u75zrqc18pecpdavv");
        AccountId id = IdType.of(AccountId.class).parse("acct_of_tutorial_" + body);
        assertThat(id).isEqualTo(new AccountId(uuid));
        assertThat(id.text()).isEqualTo("tutorial_acct_03e3w9q6u75zrqc18pecpdavv");
    }
}
