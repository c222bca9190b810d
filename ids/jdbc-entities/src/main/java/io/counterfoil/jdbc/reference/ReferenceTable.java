package io.counterfoil.jdbc.reference;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.InsertOrFind;
import io.counterfoil.jdbc.insert.Inserted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/** The rows of the names of one kind of entity. Thread-safe. */
final class ReferenceTable {

    static final String NAME = "counterfoil_reference";

    private static final String RELEASE =
            "DELETE FROM " + NAME + " WHERE namespace = ? AND kind = ? AND reference = ? AND entity_id = ?";

    private final SqlDialect dialect;
    private final String kind;
    private final InsertOrFind<UUID> rows;
    private final ManyNames many;

    ReferenceTable(SqlDialect dialect, String kind) {
        this.dialect = dialect;
        this.kind = kind;
        this.rows = InsertOrFind.on(dialect)
                .into(NAME)
                .columns("namespace", "kind", "reference", "entity_id")
                .key("namespace", "kind", "reference")
                .returning("entity_id")
                .reading(row -> dialect.getUuid(row, "entity_id"));
        this.many = dialect.returnsChangedRows()
                ? new NamesInArrays(kind, dialect.isDistributed())
                : new NamesInRows(dialect, kind, this::bind);
    }

    String kind() {
        return kind;
    }

    Inserted<UUID> bind(Connection connection, Namespace namespace, ReferenceId reference, UUID entity)
            throws SQLException {
        return rows.execute(
                connection, dialect.toJdbc(namespace.stored()), kind, dialect.toJdbc(reference.value()), entity);
    }

    Optional<UUID> find(Connection connection, Namespace namespace, ReferenceId reference) throws SQLException {
        return rows.find(connection, dialect.toJdbc(namespace.stored()), kind, dialect.toJdbc(reference.value()));
    }

    boolean release(Connection connection, Namespace namespace, ReferenceId reference, UUID entity)
            throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(RELEASE)) {
            delete.setObject(1, dialect.toJdbc(namespace.stored()));
            delete.setString(2, kind);
            delete.setObject(3, dialect.toJdbc(reference.value()));
            delete.setObject(4, dialect.toJdbc(entity));
            return delete.executeUpdate() == 1;
        }
    }

    Map<ReferenceId, UUID> findAll(Connection connection, Namespace namespace, Collection<ReferenceId> references)
            throws SQLException {
        List<ReferenceId> distinct = List.copyOf(new LinkedHashSet<>(references));
        Map<ReferenceId, UUID> found = new HashMap<>();
        for (int from = 0; from < distinct.size(); from += many.limit()) {
            int to = Math.min(distinct.size(), from + many.limit());
            found.putAll(many.find(connection, namespace, distinct.subList(from, to)));
        }
        return found;
    }

    /** Binds what can be bound, in the map's order, and returns the rest with whom they name. */
    Map<ReferenceId, UUID> bindAll(Connection connection, Namespace namespace, SortedMap<ReferenceId, UUID> names)
            throws SQLException {
        Map<ReferenceId, UUID> taken = new HashMap<>();
        SortedMap<ReferenceId, UUID> part = new TreeMap<>(names.comparator());
        for (Map.Entry<ReferenceId, UUID> name : names.entrySet()) {
            part.put(name.getKey(), name.getValue());
            if (part.size() == many.limit()) {
                taken.putAll(many.bind(connection, namespace, part));
                part.clear();
            }
        }
        if (!part.isEmpty()) {
            taken.putAll(many.bind(connection, namespace, part));
        }
        return taken;
    }
}
