package com.example.orders;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/**
 * The ID of an order: {@code ord_01h455vb4pex5vsknk084sn02q} in JSON, URLs and messages, a {@code uuid} in the
 * database.
 */
@Prefix("ord")
public record OrderId(UUID value) implements TypedId<OrderId> {

    static final IdType<OrderId> TYPE = IdType.of(OrderId.class, OrderId::new);

    @Override
    public String toString() {
        return text();
    }
}
