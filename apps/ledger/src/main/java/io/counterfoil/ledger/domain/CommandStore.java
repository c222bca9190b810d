package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.idempotency.key.ClientId;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Creations and commands that are identified by an ID. All join the transaction of the calling thread; an operation
 * that throws leaves no change in it.
 */
public interface CommandStore {

    /**
     * Loads the ledger of this ID, deleted or not, or else opens it.
     *
     * @param by its ID, and the command's where there is one
     * @param admission checks the ID before a new ledger is created
     * @param rest further work of the creation
     * @throws RefusedException when one of the two IDs was used together with another one before
     */
    CommandOutcome<Ledger> loadOrOpen(
            Once.ById<LedgerId> by, ClientId client, NewLedger asked, Runnable admission, Consumer<Ledger> rest);

    /**
     * Loads the transaction of this ID, or else posts it to a locked ledger and adds it to the balance.
     *
     * @param by its ID, and the command's where there is one
     * @param admission checks the ID before a new transaction is created
     * @param rest further work of the creation
     * @throws RefusedException when one of the two IDs was used together with another one before
     */
    CommandOutcome<Transaction> loadOrPost(
            Once.ById<TransactionId> by,
            Ledger ledger,
            ClientId client,
            NewTransaction asked,
            Runnable admission,
            Consumer<Transaction> rest);

    /**
     * Opens a ledger under a new ID, unless this command has opened one.
     *
     * @throws InvalidFieldException when the command's ID is not valid for a creation; names {@code command_id}
     */
    CommandOutcome<LedgerId> openOnce(CommandId command, Consumer<LedgerId> open);

    /**
     * Posts a transaction under a new ID, unless this command has posted one.
     *
     * @throws InvalidFieldException when the command's ID is not valid for a creation; names {@code command_id}
     */
    CommandOutcome<TransactionId> postOnce(CommandId command, Consumer<TransactionId> post);

    /**
     * Changes a locked ledger, unless it has recorded this command. Removes the record of the command that created it.
     */
    CommandOutcome<Ledger> change(LedgerId id, CommandId command, UnaryOperator<Ledger> change);

    /**
     * Changes a transaction of a locked ledger, unless it has recorded this command. Removes the record of the command
     * that created it.
     */
    CommandOutcome<Transaction> change(TransactionId id, CommandId command, UnaryOperator<Transaction> change);

    /** Removes the record of the command that created a transaction, if there is one. */
    void forgetCreation(TransactionId id);
}
