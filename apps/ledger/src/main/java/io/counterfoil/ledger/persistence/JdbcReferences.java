package io.counterfoil.ledger.persistence;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ids.TypedId;
import io.counterfoil.jdbc.reference.Binding;
import io.counterfoil.ledger.domain.References;
import java.util.Optional;

/** A directory of names in PostgreSQL, in Spring's transactions. Thread-safe. */
final class JdbcReferences<I extends TypedId<I>> implements References<I> {

    private final SpringConnection connection;
    private final io.counterfoil.jdbc.reference.References<I> directory;

    JdbcReferences(SpringConnection connection, io.counterfoil.jdbc.reference.References<I> directory) {
        this.connection = connection;
        this.directory = directory;
    }

    @Override
    public boolean bind(ClientId client, ReferenceId reference, I id) {
        return connection.run(jdbc ->
                !(directory.bind(jdbc, Directory.namespaceOf(client), reference, id) instanceof Binding.Taken<I>));
    }

    @Override
    public ReferenceId name(I id) {
        return connection.run(jdbc -> directory.name(jdbc, Namespace.SERVICE, id));
    }

    @Override
    public Optional<I> find(ClientId client, ReferenceId reference) {
        return connection.run(jdbc -> directory.find(jdbc, Directory.namespaceOf(client), reference));
    }

    @Override
    public Optional<I> findOfService(ReferenceId reference) {
        return connection.run(jdbc -> directory.find(jdbc, Namespace.SERVICE, reference));
    }

    @Override
    public void release(ClientId client, ReferenceId reference, I id) {
        connection.run(jdbc -> directory.release(jdbc, Directory.namespaceOf(client), reference, id));
    }
}
