package io.counterfoil.jdbc.entity;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * How entities of one kind are loaded and saved, each as a row with a version and the list of its commands; you write it. Thread-safe.
 *
 * @param <I> the entity's id
 * @param <T> the entity
 */
public interface EntityRows<I, T> {

    /** The entity, with its version and its commands; none where there is no such row. */
    Optional<T> load(Connection connection, I id) throws SQLException;

    /**
     * Writes an entity that was loaded and changed, its commands with it, if its row still has the version that was loaded, and raises
     * that version: {@code UPDATE ... SET ..., commands = ?, version = version + 1 WHERE id = ? AND version = ?}.
     *
     * @return the entity as it is now; none where no row was updated, because it has another version, or is gone
     */
    Optional<T> save(Connection connection, T changed) throws SQLException;
}
