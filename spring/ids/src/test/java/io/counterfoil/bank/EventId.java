package io.counterfoil.bank;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedLongId;

/** Over a number, which clients of an earlier version send in decimal. */
@Prefix(value = "evt", alternatives = @Prefix.Alternative(prefix = "", format = IdFormat.DECIMAL))
public record EventId(long value) implements TypedLongId<EventId> {}
