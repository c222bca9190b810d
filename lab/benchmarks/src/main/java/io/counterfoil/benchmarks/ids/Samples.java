package io.counterfoil.benchmarks.ids;

import io.counterfoil.ids.generator.UuidV7;
import java.util.UUID;
import java.util.function.Function;

/** UUIDs of version 7 and their texts in one form, used cyclically: more than a branch predictor can memorize. */
final class Samples {

    private static final int COUNT = 1 << 10;

    private final UUID[] uuids = UuidV7.shared().generate(COUNT);
    private int next;

    UUID uuid() {
        return uuids[next++ & COUNT - 1];
    }

    /** The same samples as texts. */
    static final class Texts {

        private final String[] texts = new String[COUNT];
        private int next;

        Texts(Function<UUID, String> form) {
            UUID[] uuids = UuidV7.shared().generate(COUNT);
            for (int i = 0; i < COUNT; i++) {
                texts[i] = form.apply(uuids[i]);
            }
        }

        String text() {
            return texts[next++ & COUNT - 1];
        }
    }
}
