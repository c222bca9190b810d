package io.counterfoil.ledger.api;

import io.counterfoil.entities.CommandId;
import io.counterfoil.ids.IdType;
import io.counterfoil.ids.generator.SecureEntropy;
import io.counterfoil.ids.generator.ShortPrefixComb;
import java.time.InstantSource;

/** How a client makes its creations repeatable. */
enum Way {
    KEY("idempotency_key") {
        @Override
        String fresh(IdType<?> type, InstantSource clock) {
            return Api.fresh();
        }
    },
    ID("id") {
        @Override
        String fresh(IdType<?> type, InstantSource clock) {
            return type.next(ShortPrefixComb.generator(ShortPrefixComb.DEFAULT_INTERVAL, clock, SecureEntropy.shared()))
                    .text();
        }
    },
    COMMAND("command_id") {
        @Override
        String fresh(IdType<?> type, InstantSource clock) {
            return CommandId.next().text();
        }
    };

    private final String field;

    Way(String field) {
        this.field = field;
    }

    /** The field of the body. */
    String field() {
        return field;
    }

    /** A value for it that nobody has used. */
    abstract String fresh(IdType<?> type, InstantSource clock);

    String fresh(IdType<?> type) {
        return fresh(type, InstantSource.system());
    }
}
