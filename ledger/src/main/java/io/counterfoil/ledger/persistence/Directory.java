package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.Namespace;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.reference.References;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;

/** The directories of names, one for each kind of object. */
final class Directory {

    static final References<LedgerId> LEDGERS =
            References.on(SqlDialect.POSTGRESQL).of("ledger", LedgerId.TYPE);

    static final References<TransactionId> TRANSACTIONS =
            References.on(SqlDialect.POSTGRESQL).of("transaction", TransactionId.TYPE);

    static final References<ReversalId> REVERSALS =
            References.on(SqlDialect.POSTGRESQL).of("reversal", ReversalId.TYPE);

    private Directory() {}

    /** Where the client's names are. */
    static Namespace namespaceOf(ClientId client) {
        return Namespace.ofClient(client.value());
    }
}
