package io.counterfoil.ledger.domain;

/**
 * Where everything is kept; all work in the same transactions.
 *
 * @param ledgers ledgers, transactions and reversals
 * @param commands what tells creations and commands by an id
 * @param ledgerNames the names of ledgers
 * @param transactionNames the names of transactions
 * @param reversalNames the names of reversals
 */
public record Stores(
        LedgerStore ledgers,
        CommandStore commands,
        References<LedgerId> ledgerNames,
        References<TransactionId> transactionNames,
        References<ReversalId> reversalNames) {}
