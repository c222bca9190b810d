package io.counterfoil.seats;

import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

@Prefix("seat")
record SeatId(UUID value) implements TypedId<SeatId> {}
