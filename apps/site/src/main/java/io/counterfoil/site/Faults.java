package io.counterfoil.site;

import java.util.ArrayList;
import java.util.List;

/** What is wrong in the documents, collected so that one build reports all of it. */
final class Faults {

    private final List<String> faults = new ArrayList<>();

    void add(String document, String fault) {
        faults.add(document + ": " + fault);
    }

    /** @throws FaultyDocumentsException if there is a fault */
    void check() {
        if (!faults.isEmpty()) {
            throw new FaultyDocumentsException(faults);
        }
    }
}
