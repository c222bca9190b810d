package com.example.booking;

import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

@Prefix("rsv")
public record ReservationId(UUID value) implements TypedId<ReservationId> {}
