package io.counterfoil.jdbc.ids;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

@Prefix("jdbcses")
record SessionId(UUID value) implements TypedId<SessionId> {

    static final IdType<SessionId> TYPE = IdType.of(SessionId.class, SessionId::new);
}
