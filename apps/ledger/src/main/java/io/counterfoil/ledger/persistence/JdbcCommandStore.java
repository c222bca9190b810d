package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.CommandOutcome;
import io.counterfoil.entities.Commands;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.ShortPrefixComb;
import io.counterfoil.jdbc.entity.CommandMismatchException;
import io.counterfoil.jdbc.entity.CreationCommand;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.entity.EntityCommands;
import io.counterfoil.jdbc.entity.LoadOrCreate;
import io.counterfoil.jdbc.entity.RejectedCommandIdException;
import io.counterfoil.jdbc.entity.ReusedId;
import io.counterfoil.jdbc.insert.DifferentContentsException;
import io.counterfoil.jdbc.insert.Inserted;
import io.counterfoil.ledger.domain.CommandStore;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Once;
import io.counterfoil.ledger.domain.Refusal;
import io.counterfoil.ledger.domain.RefusedException;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Repository;

/** Creations and commands that are told by an id, in PostgreSQL, in Spring's transactions. Thread-safe. */
@Repository
class JdbcCommandStore implements CommandStore {

    private static final LoadOrCreate<Ledger> LEDGERS = LoadOrCreate.of(LedgerTable.LEDGERS);

    private final SpringConnection connection;
    private final JdbcLedgerStore store;
    private final CreationIdentifiers creations;
    private final CreationCommand<LedgerId> open;
    private final CreationCommand<TransactionId> post;
    private final LoadOrCreate.Commanded<LedgerId, Ledger> commandedLedgers;
    private final LoadOrCreate<TransactionId> transactions;
    private final LoadOrCreate.Commanded<TransactionId, TransactionId> commandedTransactions;
    private final EntityCommands<LedgerId, Ledger> ledgerCommands;
    private final EntityCommands<TransactionId, Transaction> transactionCommands;

    JdbcCommandStore(SpringConnection connection, JdbcLedgerStore store, CreationIdentifiers creations) {
        this.connection = connection;
        this.store = store;
        this.creations = creations;
        this.open = creations.command("open-ledger", LedgerId.TYPE, ShortPrefixComb.shared());
        this.post = creations.command("post-transaction", TransactionId.TYPE, ShortPrefixComb.shared());
        this.commandedLedgers = LEDGERS.commandedBy(open);
        this.transactions = LoadOrCreate.of(store.creation());
        this.commandedTransactions = transactions.commandedBy(post);
        this.ledgerCommands = EntityCommands.of(
                        new LedgerRows(), Commands.keptIn(Ledger::commands, Ledger::withCommands))
                .forgetting(creations, ledger -> ledger.id().value());
        this.transactionCommands = EntityCommands.of(
                        store.rows(), Commands.keptIn(Transaction::commands, Transaction::withCommands))
                .forgetting(creations, transaction -> transaction.id().value());
    }

    @Override
    public CommandOutcome<Ledger> loadOrOpen(
            Once.ById<LedgerId> by, ClientId client, NewLedger asked, Runnable admission, Consumer<Ledger> rest) {
        LedgerId id = by.id();
        LoadOrCreate.Row<RuntimeException> row = () -> {
            admission.run();
            return LedgerTable.values(id, client, asked);
        };
        Inserted<Ledger> ledger = paired(
                () -> connection.run(jdbc -> by.command().isPresent()
                        ? commandedLedgers.execute(jdbc, id, by.command().get(), row, rest::accept)
                        : LEDGERS.execute(jdbc, id, row, rest::accept)),
                () -> store.ledgerEverMade(id).filter(found -> found.client().equals(client)));
        return ledger.match(
                created -> new CommandOutcome.Applied<>(created.row()),
                existing -> new CommandOutcome.Repeated<>(existing.row()));
    }

    @Override
    public CommandOutcome<Transaction> loadOrPost(
            Once.ById<TransactionId> by,
            Ledger ledger,
            ClientId client,
            NewTransaction asked,
            Runnable admission,
            Consumer<Transaction> rest) {
        TransactionId id = by.id();
        LoadOrCreate.Rest<TransactionId, RuntimeException> complete = created -> {
            store.completeCreation(created, ledger, client, asked);
            rest.accept(posted(created));
        };
        Inserted<TransactionId> inserted = paired(
                () -> connection.run(jdbc -> {
                    LoadOrCreate.Row<RuntimeException> row = () -> {
                        admission.run();
                        return store.creationOf(jdbc, id, ledger, client, asked);
                    };
                    return by.command().isPresent()
                            ? commandedTransactions.execute(
                                    jdbc, id, by.command().get(), row, complete)
                            : transactions.execute(jdbc, id, row, complete);
                }),
                () -> store.transaction(id).filter(found -> found.client().equals(client)));
        Transaction transaction = posted(inserted.row());
        return inserted.match(
                created -> new CommandOutcome.Applied<>(transaction),
                existing -> new CommandOutcome.Repeated<>(transaction));
    }

    /** Does it; where an id and a command's do not belong together, only the client whose object it is learns which of the two was known. */
    private static <T> T paired(Supplier<T> creation, Supplier<? extends Optional<?>> own) {
        try {
            return checked(creation);
        } catch (CommandMismatchException mismatch) {
            if (mismatch.reused() == ReusedId.COMMAND_ID) {
                throw new RefusedException(new Refusal.IdTaken("command_id"));
            }
            throw new RefusedException(
                    own.get().isPresent() ? new Refusal.KeyReused("id", "command_id") : new Refusal.IdTaken("id"));
        }
    }

    private static <T> T checked(Supplier<T> creation) {
        try {
            return creation.get();
        } catch (RejectedCommandIdException rejected) {
            throw new InvalidFieldException("command_id", "must be a UUID: " + rejected.getMessage());
        } catch (DifferentContentsException another) {
            throw new InvalidFieldException("command_id", "is that of another command");
        }
    }

    private Transaction posted(TransactionId id) {
        return store.transaction(id).orElseThrow();
    }

    @Override
    public CommandOutcome<LedgerId> openOnce(CommandId command, Consumer<LedgerId> action) {
        return once(open, command, action);
    }

    @Override
    public CommandOutcome<TransactionId> postOnce(CommandId command, Consumer<TransactionId> action) {
        return once(post, command, action);
    }

    private <I extends TypedId<I>> CommandOutcome<I> once(
            CreationCommand<I> creation, CommandId command, Consumer<I> action) {
        return checked(() -> connection.run(jdbc -> creation.once(jdbc, command, action::accept)));
    }

    @Override
    public CommandOutcome<Ledger> change(LedgerId id, CommandId command, UnaryOperator<Ledger> change) {
        return underLock(connection.run(jdbc -> ledgerCommands.execute(jdbc, id, command, change::apply)));
    }

    @Override
    public CommandOutcome<Transaction> change(TransactionId id, CommandId command, UnaryOperator<Transaction> change) {
        return underLock(connection.run(jdbc -> transactionCommands.execute(jdbc, id, command, change::apply)));
    }

    private static <T> CommandOutcome<T> underLock(EntityCommands.Result<T> result) {
        return result.match(
                applied -> new CommandOutcome.Applied<>(applied.entity()),
                repeated -> new CommandOutcome.Repeated<>(repeated.entity()),
                absent -> {
                    throw new IllegalStateException("the entity is missing although its ledger is locked");
                },
                conflict -> {
                    throw new IllegalStateException(
                            "the entity was changed concurrently although its ledger is locked");
                });
    }

    @Override
    public void forgetCreation(TransactionId id) {
        connection.run(jdbc -> creations.forget(jdbc, id));
    }
}
