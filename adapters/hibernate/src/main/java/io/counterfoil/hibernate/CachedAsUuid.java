package io.counterfoil.hibernate;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.TypedId;
import java.io.Serializable;
import java.util.UUID;
import org.hibernate.SharedSessionContract;
import org.hibernate.type.descriptor.java.MutabilityPlan;
import org.jspecify.annotations.Nullable;

/**
 * Immutable ids, which go into the second-level cache as their UUIDs: a cache wants what can be serialised, and a record of one
 * UUID need not say that it can.
 */
record CachedAsUuid<T extends TypedId<T>>(Class<T> idClass) implements MutabilityPlan<T> {

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
        return id == null ? null : id.value();
    }

    @Override
    public @Nullable T assemble(@Nullable Serializable cached, SharedSessionContract session) {
        return cached == null ? null : IdType.of(idClass).of((UUID) cached);
    }
}
