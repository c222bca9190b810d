package io.counterfoil.hibernate;

import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** Ids as an application defines them, in one line each. */
final class Ids {

    private Ids() {}

    @Prefix("acct")
    record AccountId(UUID value) implements TypedId<AccountId> {}

    @Prefix("tr")
    record TransferId(UUID value) implements TypedId<TransferId> {}

    @Prefix("device")
    record DeviceId(UUID value) implements TypedId<DeviceId> {}

    @Prefix("token")
    record TokenId(UUID value) implements TypedId<TokenId> {}

    @Prefix("tag")
    record TagId(UUID value) implements TypedId<TagId> {}

    @Prefix("doc")
    record DocumentId(UUID value) implements TypedId<DocumentId> {}
}
