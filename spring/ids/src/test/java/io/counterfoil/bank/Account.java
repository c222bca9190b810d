package io.counterfoil.bank;

import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;

/** An entity: the version tells Spring Data which one is new. */
record Account(
        @Id AccountId id,
        @Version int version,
        String name,
        @Nullable AccountId parent) {}
