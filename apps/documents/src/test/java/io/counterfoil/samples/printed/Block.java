package io.counterfoil.samples.printed;

import java.util.Optional;

/**
 * A block of code of a document.
 *
 * <p>Comments of the document in front of it, which no reader sees, name it ({@code <!-- block: carts -->}), or say that it goes on where a
 * named one ends ({@code <!-- continues: carts -->}).
 *
 * @param document its path inside the repository
 * @param line of its first line of text, from 1
 */
record Block(
        String document, int line, String language, String text, Optional<String> name, Optional<String> continued) {

    /** Where a reader finds it. */
    String where() {
        return document + ":" + line;
    }

    /**
     * The document as the name of a class: {@code docs/guides/long-running.md} is {@code LongRunning}, and {@code apps/ledger/README.md} is
     * {@code Ledger}.
     */
    String topic() {
        StringBuilder topic = new StringBuilder();
        String path = document.replace("/README.md", "");
        String file = path.substring(path.lastIndexOf('/') + 1).replace(".md", "");
        for (String word : file.split("\\W", -1)) {
            topic.append(word.substring(0, 1).toUpperCase(java.util.Locale.ROOT))
                    .append(word.substring(1).toLowerCase(java.util.Locale.ROOT));
        }
        return topic.toString();
    }
}
