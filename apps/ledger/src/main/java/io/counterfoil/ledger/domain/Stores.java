package io.counterfoil.ledger.domain;

/**
 * The stores of the domain; all share one transaction manager.
 *
 * @param ledgers ledgers, transactions and reversals
 * @param commands creations and commands identified by an ID
 * @param ledgerNames the reference IDs of ledgers
 * @param transactionNames the reference IDs of transactions
 * @param reversalNames the reference IDs of reversals
 */
public record Stores(
        LedgerStore ledgers,
        CommandStore commands,
        References<LedgerId> ledgerNames,
        References<TransactionId> transactionNames,
        References<ReversalId> reversalNames) {}
