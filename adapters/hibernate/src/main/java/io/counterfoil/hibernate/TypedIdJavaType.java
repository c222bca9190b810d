package io.counterfoil.hibernate;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.text.InvalidIdException;
import io.counterfoil.ids.text.UuidBytes;
import java.util.UUID;
import org.hibernate.dialect.Dialect;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;
import org.hibernate.type.descriptor.jdbc.VarcharUUIDJdbcType;
import org.jspecify.annotations.Nullable;

/**
 * What a class of typed ids is to Hibernate: a basic, immutable value. In a column of UUIDs, or of 16 bytes, it is its UUID; in a
 * column of characters it is its canonical text, {@code acct_...}.
 *
 * <p>The column is what Hibernate makes of a {@link UUID} on the database at hand: {@code uuid}, {@code uniqueidentifier} or
 * {@code binary(16)}. {@code @JdbcTypeCode(SqlTypes.VARCHAR)} on the attribute, or {@code hibernate.type.preferred_uuid_jdbc_type} for
 * all, selects the text instead; its order is the same.
 *
 * <p>Applications need not name this class: the types of all ids that a model mentions are registered by themselves, see {@link
 * TypedIdContributor}. Where Hibernate is started in a way that does not find services, a {@code TypeContributor} registers them one
 * by one: {@code contributions.contributeJavaType(TypedIdJavaType.of(AccountId.class))}.
 *
 * <p>Loading throws where the column has something else: {@link InvalidIdException} for a text that is no id of this class,
 * and for bytes that are not 16. Immutable and thread-safe.
 *
 * @param <T> the class of the ids
 */
public final class TypedIdJavaType<T extends TypedId<T>> extends AbstractClassJavaType<T> {

    private static final long serialVersionUID = 1L;

    private final transient IdType<T> type;

    private TypedIdJavaType(Class<T> idClass) {
        super(idClass, new CachedAsUuid<>(idClass));
        this.type = IdType.of(idClass);
    }

    /**
     * The type of a class of ids.
     *
     * @throws IllegalArgumentException as {@link IdType#of(Class)}
     * @throws IllegalStateException when another class has its prefix
     */
    public static <T extends TypedId<T>> TypedIdJavaType<T> of(Class<T> idClass) {
        return new TypedIdJavaType<>(idClass);
    }

    @Override
    public JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
        JdbcType ofUuids = indicators.getJdbcType(indicators.getPreferredSqlTypeCodeForUuid());
        return ofUuids instanceof VarcharUUIDJdbcType ? UuidAsTextJdbcType.INSTANCE : ofUuids;
    }

    @Override
    public long getDefaultSqlLength(Dialect dialect, JdbcType jdbcType) {
        if (jdbcType.isString()) {
            return type.prefix().length() + 1L + type.format().length();
        }
        return jdbcType.isBinary() ? UuidBytes.LENGTH : super.getDefaultSqlLength(dialect, jdbcType);
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

    /** The id of a canonical text. */
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
        if (target == UUID.class) {
            return target.cast(id.value());
        }
        if (target == String.class) {
            return target.cast(id.text());
        }
        if (target == byte[].class) {
            return target.cast(UuidBytes.of(id.value()));
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
        if (value instanceof UUID uuid) {
            return type.of(uuid);
        }
        if (value instanceof CharSequence text) {
            return type.parse(text);
        }
        if (value instanceof byte[] bytes) {
            return type.of(UuidBytes.toUuid(bytes));
        }
        throw unknownWrap(value.getClass());
    }

    private Object readResolve() {
        return of(getJavaType());
    }
}
