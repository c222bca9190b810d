package io.counterfoil.hibernate;

import java.util.UUID;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.java.UUIDJavaType;
import org.jspecify.annotations.Nullable;

/** Ids as a column of UUIDs sees them: in every representation the UUID in its form, and never the text of a typed id. */
final class UuidView<T> extends AbstractClassJavaType<T> {

    private static final long serialVersionUID = 1L;

    private final JavaType<T> ids;
    private final ColumnForm form;

    UuidView(JavaType<T> ids, ColumnForm form) {
        super(ids.getJavaTypeClass(), ids.getMutabilityPlan());
        this.ids = ids;
        this.form = form;
    }

    @Override
    public <X> @Nullable X unwrap(@Nullable T id, Class<X> target, WrapperOptions options) {
        UUID uuid = ids.unwrap(id, UUID.class, options);
        return uuid == null ? null : UUIDJavaType.INSTANCE.unwrap(form.inside(uuid), target, options);
    }

    @Override
    public <X> @Nullable T wrap(@Nullable X value, WrapperOptions options) {
        UUID uuid = UUIDJavaType.INSTANCE.wrap(value, options);
        return uuid == null ? null : ids.wrap(form.outside(uuid), options);
    }

    @Override
    public String toString(T id) {
        return ids.toString(id);
    }

    @Override
    public T fromString(CharSequence text) {
        return ids.fromString(text);
    }
}
