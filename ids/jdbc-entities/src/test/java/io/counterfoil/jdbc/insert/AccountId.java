package io.counterfoil.jdbc.insert;

import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

@Prefix("acct")
record AccountId(UUID value) implements TypedId<AccountId> {

    static final IdType<AccountId> TYPE = IdType.of(AccountId.class, AccountId::new);

    @Override
    public String toString() {
        return text();
    }
}
