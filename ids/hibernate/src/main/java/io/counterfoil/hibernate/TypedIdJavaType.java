package io.counterfoil.hibernate;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.text.InvalidIdException;
import java.util.UUID;
import org.hibernate.dialect.Dialect;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.hibernate.type.descriptor.jdbc.VarcharUUIDJdbcType;
import org.jspecify.annotations.Nullable;

/**
 * What a class of typed ids is to Hibernate: a basic, immutable value. In a column of its value it is that; in a column of
 * characters it is its canonical text, {@code acct_...}; in a column of bytes it is the 16, 8 or 12 bytes of the value.
 *
 * <p>By default the column is that of the value: what Hibernate makes of a {@link UUID} on the database at hand ({@code uuid}, {@code
 * uniqueidentifier} or {@code binary(16)}), {@code bigint} of a {@code long}, {@code binary(12)} of an ObjectId ({@code bytea} on
 * PostgreSQL). {@code @JdbcTypeCode(SqlTypes.VARCHAR)} on the attribute, or {@code hibernate.type.preferred_uuid_jdbc_type} for all
 * UUIDs, selects the text instead; its order is the same.
 *
 * <p>A column of characters is read by {@link IdType#parse}, with the alternatives that the type declares, and written canonically.
 * A query compares the canonical text: a row whose text is an alternative is loaded by a query for other columns, and is not found
 * by its id before the column is rewritten.
 *
 * <p>Applications need not name this class: the types of all ids that a model mentions are registered by themselves.
 * Where Hibernate is started in a way that does not find services, a {@code TypeContributor} registers them one
 * by one: {@code contributions.contributeJavaType(TypedIdJavaType.of(AccountId.class))}.
 *
 * <p>Loading throws where the column has something else: {@link InvalidIdException} for a text that is no id of this class,
 * and for bytes of another length. Immutable and thread-safe.
 *
 * @param <T> the class of the ids
 */
public final class TypedIdJavaType<T extends AnyTypedId<T>> extends AbstractClassJavaType<T> {

    private static final long serialVersionUID = 1L;

    private final transient IdType<T> type;

    private TypedIdJavaType(Class<T> idClass) {
        super(idClass, new CachedAsValue<>(idClass));
        this.type = IdType.of(idClass);
    }

    /**
     * {@return the type of a class of ids}
     *
     * @param <T> the class of the ids
     * @param idClass has a {@link io.counterfoil.ids.Prefix}
     * @throws IllegalArgumentException as {@link IdType#of(Class)}
     * @throws IllegalStateException when another class has its prefix
     */
    public static <T extends AnyTypedId<T>> TypedIdJavaType<T> of(Class<T> idClass) {
        return new TypedIdJavaType<>(idClass);
    }

    @Override
    public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
        if (type.valueClass() != UUID.class) {
            return indicators.getJdbcType(type.valueClass() == Long.class ? SqlTypes.BIGINT : SqlTypes.BINARY);
        }
        JdbcType ofUuids = indicators.getJdbcType(indicators.getPreferredSqlTypeCodeForUuid());
        return ofUuids instanceof VarcharUUIDJdbcType ? UuidAsTextJdbcType.INSTANCE : ofUuids;
    }

    @Override
    public long getDefaultSqlLength(Dialect dialect, JdbcType jdbcType) {
        if (jdbcType.isString()) {
            return type.textLength();
        }
        return jdbcType.isBinary() ? type.valueLength() : super.getDefaultSqlLength(dialect, jdbcType);
    }

    @Override
    public boolean useObjectEqualsHashCode() {
        return true;
    }

    /** The canonical text. */
    @Override
    public String toString(T id) {
        return id.text();
    }

    /** The id of a text that the type reads. */
    @Override
    public T fromString(CharSequence text) {
        return type.parse(text);
    }

    @Override
    public String extractLoggableRepresentation(@Nullable T id) {
        return id == null ? "null" : id.text();
    }

    @Override
    public <X> @Nullable X unwrap(@Nullable T id, Class<X> target, WrapperOptions options) {
        if (id == null) {
            return null;
        }
        if (target.isInstance(id)) {
            return target.cast(id);
        }
        Object value = IdType.valueOf(id);
        if (target.isInstance(value)) {
            return target.cast(value);
        }
        if (target == String.class) {
            return target.cast(id.text());
        }
        if (target == byte[].class) {
            return target.cast(IdType.bytesOf(id));
        }
        throw unknownUnwrap(target);
    }

    @Override
    public <X> @Nullable T wrap(@Nullable X value, WrapperOptions options) {
        if (value == null) {
            return null;
        }
        if (isInstance(value)) {
            return cast(value);
        }
        if (type.valueClass().isInstance(value)) {
            return type.ofValue(value);
        }
        if (value instanceof CharSequence text) {
            return type.parse(text);
        }
        if (value instanceof byte[] bytes) {
            return type.ofBytes(bytes);
        }
        throw unknownWrap(value.getClass());
    }

    /** {@return the type of its class in this process, in place of the deserialized object} */
    private Object readResolve() {
        return of(getJavaType());
    }
}
