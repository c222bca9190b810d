package io.counterfoil.ledger.domain;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.Commands.CommandOutcome;
import io.counterfoil.idempotency.key.ClientId;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Creations and commands that are told from others by an id. All join the transaction of the calling thread; what throws out of
 * one has left nothing in it.
 */
public interface CommandStore {

    /**
     * Loads the ledger of this id, deleted or not, or else opens it.
     *
     * @param by its id, and the command's where there is one
     * @param admission asked before a new one is made
     * @param rest what else belongs to the creation
     * @throws RefusedException when one of the two ids was used with another before
     */
    CommandOutcome<Ledger> loadOrOpen(
            Once.ById<LedgerId> by, ClientId client, NewLedger asked, Runnable admission, Consumer<Ledger> rest);

    /**
     * Loads the transaction of this id, or else posts it to a locked ledger, and adds it to the balance.
     *
     * @param by its id, and the command's where there is one
     * @param admission asked before a new one is made
     * @param rest what else belongs to the creation
     * @throws RefusedException when one of the two ids was used with another before
     */
    CommandOutcome<Transaction> loadOrPost(
            Once.ById<TransactionId> by,
            Ledger ledger,
            ClientId client,
            NewTransaction asked,
            Runnable admission,
            Consumer<Transaction> rest);

    /**
     * Opens a ledger under a new id, unless this command has opened one.
     *
     * @throws InvalidFieldException when the command's id is none to create by; names {@code command_id}
     */
    CommandOutcome<LedgerId> openOnce(CommandId command, Consumer<LedgerId> open);

    /**
     * Posts a transaction under a new id, unless this command has posted one.
     *
     * @throws InvalidFieldException when the command's id is none to create by; names {@code command_id}
     */
    CommandOutcome<TransactionId> postOnce(CommandId command, Consumer<TransactionId> post);

    /** Changes a locked ledger, unless it knows this command; its creation by a command is forgotten then. */
    CommandOutcome<Ledger> change(LedgerId id, CommandId command, UnaryOperator<Ledger> change);

    /** Changes a transaction of a locked ledger, unless it knows this command; its creation by a command is forgotten then. */
    CommandOutcome<Transaction> change(TransactionId id, CommandId command, UnaryOperator<Transaction> change);

    /** Forgets by which command a transaction was created, if it was by one. */
    void forgetCreation(TransactionId id);
}
