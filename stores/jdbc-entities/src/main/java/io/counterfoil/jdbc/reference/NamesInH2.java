package io.counterfoil.jdbc.reference;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;

/** H2 takes them in rows, and finds them in an array: for IN and ANY it would read all names of the kind. */
record NamesInH2(NamesInRows rows) implements ManyNames {

    private static final String FIND = "SELECT r.reference, r.entity_id"
            + " FROM UNNEST(CAST(? AS varchar ARRAY)) AS n (reference) JOIN " + ReferenceTable.NAME
            + " r ON r.namespace = ? AND r.kind = ? AND r.reference = n.reference";

    @Override
    public int limit() {
        return rows.limit();
    }

    @Override
    public Map<ReferenceId, UUID> bind(Connection connection, Namespace namespace, SortedMap<ReferenceId, UUID> names)
            throws SQLException {
        return rows.bind(connection, namespace, names);
    }

    @Override
    public Map<ReferenceId, UUID> find(Connection connection, Namespace namespace, Collection<ReferenceId> references)
            throws SQLException {
        Array texts = connection.createArrayOf(
                "VARCHAR", references.stream().map(ReferenceId::value).toArray());
        try (PreparedStatement query = connection.prepareStatement(FIND)) {
            query.setArray(1, texts);
            query.setString(2, namespace.stored());
            query.setString(3, rows.kind());
            Map<ReferenceId, UUID> found = new HashMap<>();
            try (ResultSet answer = query.executeQuery()) {
                while (answer.next()) {
                    found.put(
                            new ReferenceId(answer.getString("reference")), answer.getObject("entity_id", UUID.class));
                }
            }
            return found;
        } finally {
            texts.free();
        }
    }
}
