package io.counterfoil.bank;

import io.counterfoil.ids.Prefix;
import io.counterfoil.ids.TypedObjectId;
import io.counterfoil.ids.generator.ObjectId;

/** Over an ObjectId, in any case, with an earlier prefix. */
@Prefix(value = "page", alternatives = @Prefix.Alternative(prefix = "sheet"))
public record PageId(ObjectId value) implements TypedObjectId<PageId> {}
