package io.counterfoil.ledger.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TransfersTest {

    private static final List<String> LEDGERS = List.of("ldg_a", "ldg_b");

    @Test
    void oneSeed_isOneSequence() {
        assertThat(all(new Transfers("run", LEDGERS, 7, 100, () -> false)))
                .hasSize(100)
                .isEqualTo(all(new Transfers("run", LEDGERS, 7, 100, () -> false)))
                .isNotEqualTo(all(new Transfers("run", LEDGERS, 8, 100, () -> false)));
    }

    @Test
    void sequence_mixesQuantitiesKeysAndLedgers_underUniqueKeys() {
        List<Transfer> transfers = all(new Transfers("run", LEDGERS, 7, 200, () -> false));

        assertThat(transfers).extracting(Transfer::key).doesNotHaveDuplicates();
        assertThat(transfers).extracting(Transfer::ledger).contains("ldg_a", "ldg_b");
        assertThat(transfers).extracting(Transfer::keyInHeader).contains(true, false);
        assertThat(transfers)
                .extracting(Transfer::quantity)
                .allMatch(quantity -> quantity != 0 && Math.abs(quantity) <= 100)
                .anyMatch(quantity -> quantity < 0)
                .anyMatch(quantity -> quantity > 0);
    }

    @Test
    void sequence_goesOnWhileFurtherOnesAreWanted() {
        AtomicInteger further = new AtomicInteger(3);

        assertThat(all(new Transfers("run", LEDGERS, 7, 10, () -> further.getAndDecrement() > 0)))
                .hasSize(13);
    }

    private static List<Transfer> all(Transfers transfers) {
        List<Transfer> all = new ArrayList<>();
        for (Optional<Transfer> next = transfers.next(); next.isPresent(); next = transfers.next()) {
            all.add(next.get());
        }
        return all;
    }
}
