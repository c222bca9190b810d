package io.counterfoil.hibernate;

import io.counterfoil.ids.generator.SqlServerUuid;
import java.util.UUID;

/** The form that UUIDs have in a column, where outside they are in prefix form. */
enum ColumnForm {
    PREFIX {
        @Override
        UUID inside(UUID uuid) {
            return uuid;
        }

        @Override
        UUID outside(UUID uuid) {
            return uuid;
        }
    },
    SUFFIX {
        @Override
        UUID inside(UUID uuid) {
            return SqlServerUuid.toSuffix(uuid);
        }

        @Override
        UUID outside(UUID uuid) {
            return SqlServerUuid.toPrefix(uuid);
        }
    };

    abstract UUID inside(UUID uuid);

    abstract UUID outside(UUID uuid);
}
