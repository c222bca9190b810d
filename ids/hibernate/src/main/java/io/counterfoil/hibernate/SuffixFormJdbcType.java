package io.counterfoil.hibernate;

import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.jdbc.JdbcLiteralFormatter;
import org.hibernate.type.descriptor.jdbc.UUIDJdbcType;

/** A column of UUIDs in suffix form, as selected by {@link SuffixForm}. */
final class SuffixFormJdbcType extends UUIDJdbcType {

    private static final long serialVersionUID = 1L;

    SuffixFormJdbcType() {}

    @Override
    public <X> ValueBinder<X> getBinder(JavaType<X> ids) {
        return super.getBinder(new UuidView<>(ids, ColumnForm.SUFFIX));
    }

    @Override
    public <X> ValueExtractor<X> getExtractor(JavaType<X> ids) {
        return super.getExtractor(new UuidView<>(ids, ColumnForm.SUFFIX));
    }

    @Override
    public <X> JdbcLiteralFormatter<X> getJdbcLiteralFormatter(JavaType<X> ids) {
        return super.getJdbcLiteralFormatter(new UuidView<>(ids, ColumnForm.SUFFIX));
    }

    @Override
    public String toString() {
        return "SuffixFormJdbcType";
    }
}
