package io.counterfoil.hibernate;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.IdType;
import java.io.Serializable;
import org.hibernate.SharedSessionContract;
import org.hibernate.type.descriptor.java.MutabilityPlan;
import org.jspecify.annotations.Nullable;

/**
 * Immutable ids, which go into the second-level cache as their UUIDs or numbers, and those of an ObjectId as their texts: a cache
 * wants what can be serialised, and a record of one value need not say that it can.
 */
record CachedAsValue<T extends AnyTypedId<T>>(Class<T> idClass) implements MutabilityPlan<T> {

    @Override
    public boolean isMutable() {
        return false;
    }

    @Override
    public T deepCopy(T id) {
        return id;
    }

    @Override
    public @Nullable Serializable disassemble(@Nullable T id, SharedSessionContract session) {
        if (id == null) {
            return null;
        }
        return IdType.valueOf(id) instanceof Serializable value ? value : id.text();
    }

    @Override
    public @Nullable T assemble(@Nullable Serializable cached, SharedSessionContract session) {
        if (cached == null) {
            return null;
        }
        IdType<T> type = IdType.of(idClass);
        return cached instanceof String text ? type.parse(text) : type.ofValue(cached);
    }
}
