package io.counterfoil.jdbc.dialect;

import java.sql.Types;
import java.util.Set;

/**
 * A type of a column, and how its driver reports it.
 *
 * @param name as scripts have it
 * @param codes the type codes of {@link Types} that drivers report for it
 * @param size how many characters or bytes it holds at least; 0 where the type implies it
 */
public record ColumnType(String name, Set<Integer> codes, int size) {

    /**
     * Copies the codes.
     *
     * @param name as scripts have it
     * @param codes one or more of {@link Types}; copied
     * @param size 0 where the type implies it
     */
    public ColumnType {
        codes = Set.copyOf(codes);
    }
}
