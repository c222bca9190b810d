package io.counterfoil.springids;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.core.convert.converter.Converter;
import org.springframework.core.convert.converter.ConverterFactory;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;

/**
 * Typed ids in the columns of Spring Data JDBC; for all classes of ids at once.
 *
 * <p>An application gets them without asking. One that has conversions of its own adds them:
 *
 * <pre>{@code
 * @Bean
 * JdbcCustomConversions jdbcCustomConversions(JdbcDialect dialect) {
 *     List<Object> converters = new ArrayList<>(TypedIdJdbcConverters.uuid());
 *     converters.add(new MoneyToDecimal());
 *     return JdbcCustomConversions.of(dialect, converters);
 * }
 * }</pre>
 *
 * <p>or returns them from {@code userConverters()} of its {@code AbstractJdbcConfiguration}. Both lists read both kinds of
 * column; they differ in what they write. A column of text is read by {@link IdType#parse}, with the alternatives that the type
 * declares, and written canonically; one that holds no id of the property's type is a {@link
 * org.springframework.core.convert.ConversionFailedException}.
 */
public final class TypedIdJdbcConverters {

    private TypedIdJdbcConverters() {}

    /**
     * {@return converters that write the value: a UUID for a column of type {@code uuid}, a number for {@code bigint}, the 12 bytes of an ObjectId}
     */
    public static List<Object> uuid() {
        return List.of(
                new ToUuid(),
                new ToNumber(),
                new ToBytes(),
                new FromUuid(),
                new FromNumber(),
                new FromBytes(),
                new FromText());
    }

    /** {@return converters that write the text, for a column of characters: {@code char(n)} or {@code varchar}, with a binary collation} */
    public static List<Object> text() {
        return List.of(new ToText(), new FromUuid(), new FromNumber(), new FromBytes(), new FromText());
    }

    /** Spring Data looks at its converters' annotations and type arguments. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.reflection()
                    .registerTypes(
                            TypeReference.listOf(
                                    ToUuid.class,
                                    ToNumber.class,
                                    ToBytes.class,
                                    ToText.class,
                                    FromUuid.class,
                                    FromNumber.class,
                                    FromBytes.class,
                                    FromText.class),
                            type -> {});
        }
    }

    @WritingConverter
    private static final class ToUuid implements Converter<TypedId<?>, UUID> {

        @Override
        public UUID convert(TypedId<?> id) {
            return id.value();
        }
    }

    @WritingConverter
    private static final class ToNumber implements Converter<TypedLongId<?>, Long> {

        @Override
        public Long convert(TypedLongId<?> id) {
            return id.value();
        }
    }

    @WritingConverter
    private static final class ToBytes implements Converter<TypedObjectId<?>, byte[]> {

        @Override
        public byte[] convert(TypedObjectId<?> id) {
            return IdType.bytesOf(id);
        }
    }

    @WritingConverter
    private static final class ToText implements Converter<AnyTypedId<?>, String> {

        @Override
        public String convert(AnyTypedId<?> id) {
            return id.text();
        }
    }

    @ReadingConverter
    private static final class FromUuid implements ConverterFactory<UUID, TypedId<?>> {

        @Override
        public <T extends TypedId<?>> Converter<UUID, T> getConverter(Class<T> idClass) {
            return uuid -> idClass.cast(IdType.forClass(idClass).of(uuid));
        }
    }

    @ReadingConverter
    private static final class FromNumber implements ConverterFactory<Long, TypedLongId<?>> {

        @Override
        public <T extends TypedLongId<?>> Converter<Long, T> getConverter(Class<T> idClass) {
            return number -> idClass.cast(IdType.forClass(idClass).ofValue(number));
        }
    }

    @ReadingConverter
    private static final class FromBytes implements ConverterFactory<byte[], TypedObjectId<?>> {

        @Override
        public <T extends TypedObjectId<?>> Converter<byte[], T> getConverter(Class<T> idClass) {
            return bytes -> idClass.cast(IdType.forClass(idClass).ofBytes(bytes));
        }
    }

    @ReadingConverter
    private static final class FromText implements ConverterFactory<String, AnyTypedId<?>> {

        @Override
        public <T extends AnyTypedId<?>> Converter<String, T> getConverter(Class<T> idClass) {
            return text -> idClass.cast(IdType.forClass(idClass).parse(text));
        }
    }
}
