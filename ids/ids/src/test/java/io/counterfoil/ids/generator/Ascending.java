package io.counterfoil.ids.generator;

import java.util.List;
import java.util.UUID;

/** The order that ids promise, told by their canonical text. */
final class Ascending {

    private Ascending() {}

    static void assertAscending(List<UUID> ids) {
        String before = "";
        for (int i = 0; i < ids.size(); i++) {
            String text = ids.get(i).toString();
            if (text.compareTo(before) <= 0) {
                throw new AssertionError("id " + i + ", " + text + ", is not above " + before);
            }
            before = text;
        }
    }
}
