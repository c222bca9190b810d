package io.counterfoil.site;

import java.util.List;

/** The site cannot be made of these documents; the message has a line for each fault. */
final class FaultyDocumentsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FaultyDocumentsException(List<String> faults) {
        super(String.join("\n", faults));
    }
}
