package io.counterfoil.bank;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** In another format than the accounts'. */
@Prefix(value = "sess", format = IdFormat.BASE32)
public record SessionId(UUID value) implements TypedId<SessionId> {}
