package io.counterfoil.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** The unsigned order of UUIDs: that of their canonical text. */
final class UuidOrder {

    static final Comparator<UUID> UNSIGNED = Comparator.comparing(UUID::getMostSignificantBits, Long::compareUnsigned)
            .thenComparing(UUID::getLeastSignificantBits, Long::compareUnsigned);

    private UuidOrder() {}

    static void assertAscending(List<UUID> ids) {
        for (int i = 1; i < ids.size(); i++) {
            assertThat(ids.get(i)).as("id %d", i).usingComparator(UNSIGNED).isGreaterThan(ids.get(i - 1));
        }
    }
}
