package io.counterfoil.jdbc.reference;

import io.counterfoil.entities.Namespace;
import io.counterfoil.entities.ReferenceId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.UUID;

/** How many names are bound and found at once, in a database of one kind. */
interface ManyNames {

    /** How many names one call takes at most. */
    int limit();

    /** Binds those names that are free, in their order, and returns those that are bound to another entity; the transaction continues. */
    Map<ReferenceId, UUID> bind(Connection connection, Namespace namespace, SortedMap<ReferenceId, UUID> names)
            throws SQLException;

    /** What names stand for, each of them once, as any query sees it. */
    Map<ReferenceId, UUID> find(Connection connection, Namespace namespace, Collection<ReferenceId> references)
            throws SQLException;
}
