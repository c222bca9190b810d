package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;

@Tag("TI-3")
class UuidBase32PropertyTest {

    @Property
    void decode_givesBackWhatWasEncoded(@ForAll long high, @ForAll long low) {
        UUID uuid = new UUID(high, low);

        String text = UuidBase32.encode(uuid);

        assertThat(text).hasSize(26).matches("[0-7][0-9a-hjkmnp-tv-z]{25}");
        assertThat(UuidBase32.decode(text)).isEqualTo(uuid);
    }

    @Property(tries = 2_000)
    void orderOfTexts_isTheUnsignedOrderOfTheUuids(
            @ForAll long a, @ForAll long b, @ForAll long c, @ForAll boolean sameHigh) {
        UUID first = new UUID(a, b);
        UUID second = new UUID(sameHigh ? a : b, c);

        int ofTexts = UuidBase32.encode(first).compareTo(UuidBase32.encode(second));

        assertThat(Integer.signum(ofTexts)).isEqualTo(Integer.signum(UuidOrder.UNSIGNED.compare(first, second)));
        assertThat(Integer.signum(ofTexts))
                .isEqualTo(Integer.signum(first.toString().compareTo(second.toString())));
    }
}
