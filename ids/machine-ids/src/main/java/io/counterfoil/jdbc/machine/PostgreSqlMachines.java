package io.counterfoil.jdbc.machine;

/**
 * The statements for PostgreSQL: one for each step, so that a process that stops in the middle of one leaves no
 * row locked. Each is made for READ COMMITTED. The new {@code reserved_until} is the holder's clock, where that is not too far
 * ahead of the database's, and the lease; it never moves back.
 */
final class PostgreSqlMachines {

    /**
     * Takes the free row that has waited longest. Rows that another acquirer is taking at the same time are skipped, and not
     * waited for.
     */
    static final String TAKE = """
            WITH free AS (
              SELECT machine_id, reserved_until, (extract(epoch FROM statement_timestamp()) * 1000)::bigint AS now
                FROM counterfoil_machine
               WHERE machine_id BETWEEN ? AND ? AND leased_until <= statement_timestamp()
               ORDER BY reserved_until, machine_id LIMIT 1 FOR UPDATE SKIP LOCKED)
            UPDATE counterfoil_machine AS machine
               SET token = machine.token + 1, holder = ?,
                   leased_until = statement_timestamp() + make_interval(secs => ?),
                   reserved_until = ? + greatest(machine.reserved_until,
                     least(?, free.now + ?))
              FROM free WHERE machine.machine_id = free.machine_id
            RETURNING machine.machine_id, machine.token, free.reserved_until, machine.reserved_until, free.now""";

    /** In ascending order, so that two who seed at the same time wait for one another in one direction only. */
    static final String SEED = """
            INSERT INTO counterfoil_machine (machine_id)
            SELECT machine_id FROM generate_series(?, ?) AS machine_id ORDER BY machine_id
            ON CONFLICT DO NOTHING""";

    static final String RENEW = """
            UPDATE counterfoil_machine
               SET leased_until = statement_timestamp() + make_interval(secs => ?),
                   reserved_until = greatest(reserved_until,
                     ? + least(?, (extract(epoch FROM statement_timestamp()) * 1000)::bigint + ?))
             WHERE machine_id = ? AND token = ? RETURNING reserved_until""";

    /** The token grows here too: a renewal that was under way while its lease was returned changes nothing. */
    static final String GIVE_BACK = """
            UPDATE counterfoil_machine
               SET token = token + 1, leased_until = '-infinity', reserved_until = ?
             WHERE machine_id = ? AND token = ?""";

    private PostgreSqlMachines() {}
}
