package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.Namespace;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.reference.References;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.ReversalId;
import io.counterfoil.ledger.domain.TransactionId;
import org.springframework.stereotype.Component;

/** The directories of names, one for each kind of object. */
@Component
final class Directory {

    final References<LedgerId> ledgers;
    final References<TransactionId> transactions;
    final References<ReversalId> reversals;

    Directory(SqlDialect dialect) {
        this.ledgers = References.on(dialect).of("ledger", LedgerId.TYPE);
        this.transactions = References.on(dialect).of("transaction", TransactionId.TYPE);
        this.reversals = References.on(dialect).of("reversal", ReversalId.TYPE);
    }

    /** Where the client's names are. */
    static Namespace namespaceOf(ClientId client) {
        return Namespace.ofClient(client.value());
    }
}
