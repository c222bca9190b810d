package io.counterfoil.messaging;

import java.util.List;

/**
 * The topics of a subscription, in the syntax of AMQP's topic exchanges: words with dots between them, where {@code *}
 * matches exactly one word and {@code #} any number of words, including none.
 *
 * @param value the text, such as {@code signal.*.swarm-42.#}; 1 to 255 characters
 */
public record TopicPattern(String value) {

    private static final int MAX_LENGTH = 255;

    /**
     * Checks the pattern.
     *
     * @param value 1 to 255 characters; words with dots between them, a wildcard only as a whole word
     * @throws IllegalArgumentException when it breaks these rules
     */
    public TopicPattern {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "topic pattern: must have 1 to " + MAX_LENGTH + " characters, not " + value.length());
        }
        for (String word : words(value)) {
            boolean wild = word.indexOf('*') >= 0 || word.indexOf('#') >= 0;
            if (word.isEmpty() || (wild && word.length() > 1)) {
                throw new IllegalArgumentException(
                        "topic pattern: has an empty word, or a wildcard next to other characters");
            }
        }
    }

    /**
     * {@return whether this pattern matches a topic}
     *
     * @param topic any text
     */
    public boolean matches(String topic) {
        return matches(words(value), words(topic));
    }

    private static boolean matches(List<String> pattern, List<String> topic) {
        if (pattern.isEmpty()) {
            return topic.isEmpty();
        }
        List<String> rest = pattern.subList(1, pattern.size());
        if (pattern.get(0).equals("#")) {
            return matches(rest, topic) || (!topic.isEmpty() && matches(pattern, topic.subList(1, topic.size())));
        }
        return !topic.isEmpty()
                && (pattern.get(0).equals("*") || pattern.get(0).equals(topic.get(0)))
                && matches(rest, topic.subList(1, topic.size()));
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\.", -1));
    }

    /** The text. */
    @Override
    public String toString() {
        return value;
    }
}
