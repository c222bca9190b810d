package io.counterfoil.hibernate;

import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import org.hibernate.MappingException;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;

/** What an interface of typed ids is to Hibernate: no type of an attribute. */
@SuppressWarnings("rawtypes") // the descriptor of a class is one of the raw class
abstract class InterfaceJavaType<I> extends AbstractClassJavaType<I> {

    private static final long serialVersionUID = 1L;

    InterfaceJavaType(Class<I> type) {
        super(type);
    }

    @Override
    public final JdbcType getRecommendedJdbcType(JdbcTypeIndicators indicators) {
        throw noKind();
    }

    @Override
    public final I fromString(CharSequence text) {
        throw noKind();
    }

    @Override
    public final <X> X unwrap(I value, Class<X> type, WrapperOptions options) {
        throw noKind();
    }

    @Override
    public final <X> I wrap(X value, WrapperOptions options) {
        throw noKind();
    }

    private MappingException noKind() {
        return new MappingException(
                "an attribute of type %s cannot be mapped, because its column does not identify the kind of ID: declare the attribute with its record class"
                        .formatted(getJavaTypeClass().getSimpleName()));
    }

    /** Of {@link TypedId}. */
    static final class OfUuid extends InterfaceJavaType<TypedId> {

        private static final long serialVersionUID = 1L;

        OfUuid() {
            super(TypedId.class);
        }
    }

    /** Of {@link TypedLongId}. */
    static final class OfLong extends InterfaceJavaType<TypedLongId> {

        private static final long serialVersionUID = 1L;

        OfLong() {
            super(TypedLongId.class);
        }
    }

    /** Of {@link TypedObjectId}. */
    static final class OfObjectId extends InterfaceJavaType<TypedObjectId> {

        private static final long serialVersionUID = 1L;

        OfObjectId() {
            super(TypedObjectId.class);
        }
    }
}
