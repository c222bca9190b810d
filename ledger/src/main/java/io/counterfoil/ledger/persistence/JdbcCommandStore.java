package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.CommandId;
import io.counterfoil.entities.Commands;
import io.counterfoil.entities.Commands.CommandOutcome;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ids.TypedId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.entity.CreationCommand;
import io.counterfoil.jdbc.entity.CreationIdentifiers;
import io.counterfoil.jdbc.entity.EntityCommands;
import io.counterfoil.jdbc.entity.LoadOrCreate;
import io.counterfoil.jdbc.entity.RejectedCommandIdException;
import io.counterfoil.jdbc.insert.InsertOrFind.DifferentContentsException;
import io.counterfoil.jdbc.insert.InsertOrFind.Inserted;
import io.counterfoil.ledger.domain.CommandStore;
import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.LedgerStore;
import io.counterfoil.ledger.domain.NewLedger;
import io.counterfoil.ledger.domain.NewTransaction;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import io.counterfoil.ledger.persistence.TransactionTable.Place;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.springframework.stereotype.Repository;

/** Creations and commands that are told by an id, in PostgreSQL, in Spring's transactions. Thread-safe. */
@Repository
class JdbcCommandStore implements CommandStore {

    private static final LoadOrCreate<Ledger> LEDGERS = LoadOrCreate.of(LedgerTable.LEDGERS);
    private static final LoadOrCreate<TransactionId> TRANSACTIONS = LoadOrCreate.of(TransactionTable.TRANSACTIONS);

    private final SpringConnection connection;
    private final LedgerStore store;
    private final CreationIdentifiers creations;
    private final CreationCommand<LedgerId> open;
    private final CreationCommand<TransactionId> post;
    private final EntityCommands<LedgerId, Ledger> ledgerCommands;
    private final EntityCommands<TransactionId, Transaction> transactionCommands;

    JdbcCommandStore(SpringConnection connection, LedgerStore store, InstantSource clock) {
        this.connection = connection;
        this.store = store;
        this.creations =
                CreationIdentifiers.on(SqlDialect.POSTGRESQL).clock(clock).build();
        this.open = creations.command("open-ledger", LedgerId.TYPE);
        this.post = creations.command("post-transaction", TransactionId.TYPE);
        this.ledgerCommands = EntityCommands.on(
                        new LedgerRows(), Commands.keptIn(Ledger::commands, Ledger::withCommands))
                .forgetting(creations, ledger -> ledger.id().value());
        this.transactionCommands = EntityCommands.on(
                        new TransactionRows(), Commands.keptIn(Transaction::commands, Transaction::withCommands))
                .forgetting(creations, transaction -> transaction.id().value());
    }

    @Override
    public CommandOutcome<Ledger> loadOrOpen(
            LedgerId id, ClientId client, NewLedger asked, Runnable admission, Consumer<Ledger> rest) {
        Inserted<Ledger> ledger = connection.run(jdbc -> LEDGERS.execute(
                jdbc,
                id,
                () -> {
                    admission.run();
                    return LedgerTable.values(id, client, asked);
                },
                rest::accept));
        return ledger.match(
                created -> new CommandOutcome.Applied<>(created.row()),
                existing -> new CommandOutcome.Repeated<>(existing.row()));
    }

    @Override
    public CommandOutcome<Transaction> loadOrPost(
            TransactionId id,
            Ledger ledger,
            ClientId client,
            NewTransaction asked,
            Runnable admission,
            Consumer<Transaction> rest) {
        Inserted<TransactionId> inserted = connection.run(jdbc -> TRANSACTIONS.execute(
                jdbc,
                id,
                () -> {
                    admission.run();
                    return TransactionTable.values(id, Place.next(jdbc, ledger.id()), client, asked, Optional.empty());
                },
                created -> {
                    store.addTransaction(ledger.id(), asked.quantity().value());
                    rest.accept(posted(created));
                }));
        Transaction transaction = posted(inserted.row());
        return inserted.match(
                created -> new CommandOutcome.Applied<>(transaction),
                existing -> new CommandOutcome.Repeated<>(transaction));
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
        try {
            return connection.run(jdbc -> creation.once(jdbc, command, action::accept));
        } catch (RejectedCommandIdException rejected) {
            throw new InvalidFieldException("command_id", "must be a time-based UUID: " + rejected.getMessage());
        } catch (DifferentContentsException another) {
            throw new InvalidFieldException("command_id", "is that of another command");
        }
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
                    throw new IllegalStateException("it is not there, and its ledger is locked");
                },
                conflict -> {
                    throw new IllegalStateException("it was changed by another, and its ledger is locked");
                });
    }

    @Override
    public void forgetCreation(TransactionId id) {
        connection.run(jdbc -> creations.forget(jdbc, id));
    }
}
