package io.counterfoil.kafka.internal;

/**
 * What identifies a dead letter in its topic, beside the place of the record.
 *
 * @param timestamp that of the record, in milliseconds: the dead letter has the same, or a later one where the broker sets it
 * @param group the consumer group that rejected it
 */
public record LetterId(long timestamp, String group) {

    /** One text. */
    public String text() {
        return timestamp + " " + group;
    }

    /**
     * That of this text.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static LetterId of(String text) {
        int space = text.indexOf(' ');
        if (space < 1) {
            throw new IllegalArgumentException("not a dead letter of Kafka: " + text);
        }
        return new LetterId(Long.parseLong(text.substring(0, space)), text.substring(space + 1));
    }
}
