package io.counterfoil.bank;

import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** With no more than a type needs: its own {@code toString} is not the text. */
@Prefix("acct")
public record AccountId(UUID value) implements TypedId<AccountId> {}
