package io.counterfoil.hibernate;

import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.jdbc.VarcharUUIDJdbcType;

/**
 * A column of UUIDs that the driver wants as texts (MariaDB's {@code uuid}): the text of the UUID, where the ids' own type would
 * give that of the typed id.
 */
final class UuidAsTextJdbcType extends VarcharUUIDJdbcType {

    static final UuidAsTextJdbcType INSTANCE = new UuidAsTextJdbcType();

    private static final long serialVersionUID = 1L;

    private UuidAsTextJdbcType() {}

    @Override
    public <X> ValueBinder<X> getBinder(JavaType<X> ids) {
        return super.getBinder(new UuidView<>(ids, ColumnForm.PREFIX));
    }

    @Override
    public <X> ValueExtractor<X> getExtractor(JavaType<X> ids) {
        return super.getExtractor(new UuidView<>(ids, ColumnForm.PREFIX));
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
