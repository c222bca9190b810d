package io.counterfoil.springboot.ids;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
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
 * column; they differ in what they write. A column of text that holds no id of the property's type is a {@link
 * org.springframework.core.convert.ConversionFailedException}.
 */
public final class TypedIdJdbcConverters {

    private TypedIdJdbcConverters() {}

    /** Writes the UUID, for a column of type {@code uuid}. */
    public static List<Object> uuid() {
        return List.of(new ToUuid(), new FromUuid(), new FromText());
    }

    /** Writes the text, for a column of characters: {@code char(n)} or {@code varchar}, with a binary collation. */
    public static List<Object> text() {
        return List.of(new ToText(), new FromUuid(), new FromText());
    }

    /** Spring Data looks at its converters' annotations and type arguments. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            hints.reflection()
                    .registerTypes(
                            TypeReference.listOf(ToUuid.class, ToText.class, FromUuid.class, FromText.class),
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
    private static final class ToText implements Converter<TypedId<?>, String> {

        @Override
        public String convert(TypedId<?> id) {
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
    private static final class FromText implements ConverterFactory<String, TypedId<?>> {

        @Override
        public <T extends TypedId<?>> Converter<String, T> getConverter(Class<T> idClass) {
            return text -> idClass.cast(IdType.forClass(idClass).parse(text));
        }
    }
}
