package io.counterfoil.ids;

/**
 * A typed id of 64 bits, such as a {@linkplain io.counterfoil.ids.snowflake.Snowflake Snowflake}; all else is as {@link TypedId}
 * says.
 *
 * <pre>{@code
 * @Prefix("evt")
 * public record EventId(long value) implements TypedLongId<EventId> {}
 *
 * new EventId(snowflake.generate()).text(); // evt_1ftjbusjplqtd, for 6820698575169822721
 * }</pre>
 *
 * <p>{@link IdType#next()} makes none, because a process has no Snowflake generator until it has a machine id.
 *
 * <p>The number is taken as unsigned, in the text and in the order. Implementations are immutable.
 *
 * @param <T> the implementing class itself
 */
public non-sealed interface TypedLongId<T extends TypedLongId<T>> extends AnyTypedId<T> {

    /** {@return the id without its kind} */
    long value();

    /** In the order of the texts. */
    @Override
    default int compareTo(T other) {
        return Long.compareUnsigned(value(), other.value());
    }
}
