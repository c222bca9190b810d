package io.counterfoil.cli.id;

import io.counterfoil.cli.id.Inspection.Refusal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the results of the readers. Not thread-safe. */
final class Findings {

    private final List<Reading> readings = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();

    void add(Reading reading) {
        readings.add(reading);
    }

    void refuse(String kind, String reason) {
        refusals.add(new Refusal(kind, reason));
    }

    /** Likely readings first, otherwise in the order of the readers. */
    List<Reading> readings() {
        return readings.stream()
                .sorted(Comparator.comparing(Reading::likely).reversed())
                .toList();
    }

    List<Reading> likely() {
        return readings.stream().filter(Reading::likely).toList();
    }

    List<Refusal> refusals() {
        return refusals;
    }
}
