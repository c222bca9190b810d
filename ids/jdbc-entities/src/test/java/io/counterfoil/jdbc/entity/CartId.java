package io.counterfoil.jdbc.entity;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

@Prefix("cart")
record CartId(UUID value) implements TypedId<CartId> {

    static final IdType<CartId> TYPE = IdType.of(CartId.class, CartId::new);

    @Override
    public String toString() {
        return text();
    }
}
