package io.counterfoil.jdbc.ids;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

@Prefix("jdbcord")
record OrderId(UUID value) implements TypedId<OrderId> {

    static final IdType<OrderId> TYPE = IdType.of(OrderId.class, OrderId::new);
}
