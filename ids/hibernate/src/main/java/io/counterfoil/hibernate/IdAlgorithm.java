package io.counterfoil.hibernate;

import io.counterfoil.ids.TypedObjectId;
import io.counterfoil.ids.generator.Comb;
import io.counterfoil.ids.generator.ObjectId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.ids.generator.UuidV4;
import io.counterfoil.ids.generator.UuidV7;

/** The generators that the process shares. */
public enum IdAlgorithm {
    /** {@link UuidV7}: in the order of time. */
    UUID_V7,
    /** {@link UuidV4}: random. */
    UUID_V4,
    /** {@link Comb}: in the order of time, with the marks of version 4. */
    COMB,
    /** {@link ShortPrefixComb}: near one another for a minute, revealing only that. */
    SHORT_PREFIX_COMB,
    /** {@link ObjectId#next}, for a {@link TypedObjectId} alone, which takes no other. */
    OBJECT_ID
}
