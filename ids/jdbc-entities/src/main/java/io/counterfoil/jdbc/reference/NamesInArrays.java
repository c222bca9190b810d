package io.counterfoil.jdbc.reference;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.jdbc.insert.InsertOrFind;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * PostgreSQL takes them in arrays: one statement, whose text is the same for any number.
 *
 * @param returning whether inserted rows are returned to be counted: on Citus, the number that the insert reports is that of all rows
 */
record NamesInArrays(String kind, boolean returning) implements ManyNames {

    private static final String INSERT = "INSERT INTO " + ReferenceTable.NAME
            + " (namespace, kind, reference, entity_id) SELECT ?, ?, n.reference, n.entity_id"
            + " FROM unnest(?::text[], ?::uuid[]) AS n (reference, entity_id)"
            + " ON CONFLICT (namespace, kind, reference) DO NOTHING";

    private static final String FIND = "SELECT reference, entity_id FROM " + ReferenceTable.NAME
            + " WHERE namespace = ? AND kind = ? AND reference = ANY (?)";

    @Override
    public int limit() {
        return 10_000;
    }

    /** A name that was there at the insert, and is released before it is read, is free again: so there is a next attempt. */
    @Override
    public Map<ReferenceId, UUID> bind(Connection connection, Namespace namespace, SortedMap<ReferenceId, UUID> names)
            throws SQLException {
        Map<ReferenceId, UUID> taken = new HashMap<>();
        SortedMap<ReferenceId, UUID> open = new TreeMap<>(names);
        for (int attempt = 0; attempt < InsertOrFind.ATTEMPTS; attempt++) {
            if (insert(connection, namespace, open) == open.size()) {
                return taken;
            }
            find(connection, namespace, open.keySet()).forEach((reference, entity) -> {
                if (!entity.equals(open.remove(reference))) {
                    taken.put(reference, entity);
                }
            });
            if (open.isEmpty()) {
                return taken;
            }
        }
        throw new SQLTransientException(
                "in %s attempts %s names could be neither bound nor found: other transactions repeatedly bind and release them"
                        .formatted(InsertOrFind.ATTEMPTS, open.size()));
    }

    private int insert(Connection connection, Namespace namespace, SortedMap<ReferenceId, UUID> names)
            throws SQLException {
        Array references = texts(connection, names.keySet());
        Array entities = connection.createArrayOf("uuid", names.values().toArray());
        try (PreparedStatement insert = connection.prepareStatement(returning ? INSERT + " RETURNING 1" : INSERT)) {
            insert.setString(1, namespace.stored());
            insert.setString(2, kind);
            insert.setArray(3, references);
            insert.setArray(4, entities);
            return returning ? count(insert) : insert.executeUpdate();
        } finally {
            references.free();
            entities.free();
        }
    }

    private static int count(PreparedStatement returning) throws SQLException {
        try (ResultSet rows = returning.executeQuery()) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }

    @Override
    public Map<ReferenceId, UUID> find(Connection connection, Namespace namespace, Collection<ReferenceId> references)
            throws SQLException {
        Array texts = texts(connection, references);
        try (PreparedStatement query = connection.prepareStatement(FIND)) {
            query.setString(1, namespace.stored());
            query.setString(2, kind);
            query.setArray(3, texts);
            Map<ReferenceId, UUID> found = new HashMap<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    found.put(new ReferenceId(rows.getString("reference")), rows.getObject("entity_id", UUID.class));
                }
            }
            return found;
        } finally {
            texts.free();
        }
    }

    private static Array texts(Connection connection, Collection<ReferenceId> references) throws SQLException {
        return connection.createArrayOf(
                "text", references.stream().map(ReferenceId::value).toArray());
    }
}
