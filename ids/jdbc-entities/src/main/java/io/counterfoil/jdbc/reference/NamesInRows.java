package io.counterfoil.jdbc.reference;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.dialect.SqlDialect;
import io.counterfoil.jdbc.insert.Inserted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;

/**
 * Databases without arrays take them in rows of one statement, which is undone where one of the names is there already. Then they are bound one
 * by one. Statements that pass over such rows would take more time or more locks, or pass over other failures as well.
 */
record NamesInRows(SqlDialect dialect, String kind, OneName oneByOne) implements ManyNames {

    private static final String INSERT =
            "INSERT INTO " + ReferenceTable.NAME + " (namespace, kind, reference, entity_id) VALUES ";
    private static final String FIND = "SELECT reference, entity_id FROM " + ReferenceTable.NAME + " WHERE ";

    /** Binds one name. */
    @FunctionalInterface
    interface OneName {
        Inserted<UUID> bind(Connection connection, Namespace namespace, ReferenceId reference, UUID entity)
                throws SQLException;
    }

    @Override
    public int limit() {
        return 500;
    }

    @Override
    public Map<ReferenceId, UUID> bind(Connection connection, Namespace namespace, SortedMap<ReferenceId, UUID> names)
            throws SQLException {
        Map<ReferenceId, UUID> taken = new HashMap<>();
        if (insert(connection, namespace, names)) {
            return taken;
        }
        for (Map.Entry<ReferenceId, UUID> name : names.entrySet()) {
            UUID entity = oneByOne.bind(connection, namespace, name.getKey(), name.getValue())
                    .row();
            if (!entity.equals(name.getValue())) {
                taken.put(name.getKey(), entity);
            }
        }
        return taken;
    }

    private boolean insert(Connection connection, Namespace namespace, SortedMap<ReferenceId, UUID> names)
            throws SQLException {
        String rows = String.join(", ", Collections.nCopies(names.size(), "(?, ?, ?, ?)"));
        try (PreparedStatement insert = connection.prepareStatement(INSERT + rows)) {
            int next = 1;
            for (Map.Entry<ReferenceId, UUID> name : names.entrySet()) {
                insert.setObject(next++, dialect.toJdbc(namespace.stored()));
                insert.setString(next++, kind);
                insert.setObject(next++, dialect.toJdbc(name.getKey().value()));
                insert.setObject(next++, dialect.toJdbc(name.getValue()));
            }
            insert.executeUpdate();
            return true;
        } catch (SQLException failure) {
            if (dialect.isDuplicateKey(failure)) {
                return false;
            }
            throw failure;
        }
    }

    @Override
    public Map<ReferenceId, UUID> find(Connection connection, Namespace namespace, Collection<ReferenceId> references)
            throws SQLException {
        String any = dialect.isOneOf(List.of("namespace", "kind", "reference"), references.size());
        try (PreparedStatement query = connection.prepareStatement(FIND + any)) {
            int next = 1;
            for (ReferenceId reference : references) {
                query.setObject(next++, dialect.toJdbc(namespace.stored()));
                query.setString(next++, kind);
                query.setObject(next++, dialect.toJdbc(reference.value()));
            }
            Map<ReferenceId, UUID> found = new HashMap<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.put(new ReferenceId(dialect.getText(rows, "reference")), dialect.getUuid(rows, "entity_id"));
                }
            }
            return found;
        }
    }
}
