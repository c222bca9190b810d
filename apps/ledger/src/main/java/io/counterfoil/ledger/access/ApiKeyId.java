package io.counterfoil.ledger.access;

import io.counterfoil.ids.IdFormat;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedId;
import java.util.UUID;

/** The public ID of an API key, used wherever the secret must not appear: {@code key_…}. */
@Prefix(value = "key", format = IdFormat.BASE32)
public record ApiKeyId(UUID value) implements TypedId<ApiKeyId> {

    /** The type, with its prefix. */
    public static final IdType<ApiKeyId> TYPE = IdType.of(ApiKeyId.class, ApiKeyId::new);

    @Override
    public String toString() {
        return text();
    }
}
