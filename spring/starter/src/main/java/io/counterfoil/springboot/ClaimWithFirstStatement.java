package io.counterfoil.springboot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sends the claim of a handler's key with the first statement of the handler, in transactional mode on PostgreSQL: a first execution takes one round
 * trip less. For handlers that have no effect outside of the database before their first statement.
 *
 * <pre>{@code
 * @ClaimWithFirstStatement
 * @PostMapping("/v1/transfers")
 * Transfer transfer(@RequestBody Order order) {
 *     return transfers.insert(order);
 * }
 * }</pre>
 *
 * <p>The handler begins before it is known whether its request is a duplicate. A duplicate that was not foreseen (its original was executed by
 * another process, and it has no attempt ID that says so) runs the handler up to its first statement. That one is not executed, and fails with
 * SQLState 40001; whatever the handler does then, its transaction is rolled back, the key is claimed, and the request is replayed or rejected as
 * without the annotation. This counts as a conflict, and needs at least one {@code conflictRetries}.
 *
 * <p>The first statement is one of a {@link java.sql.PreparedStatement} without options, as {@code JdbcClient} and JPA prepare them. Where the first
 * one is of another kind, where the claim sets a savepoint because a transaction of the handler was rolled back earlier, and with an execution limit,
 * the key is claimed before it. An {@code Execution} that the handler takes has the token 0. On other databases, and in lease mode, the annotation
 * has no effect.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ClaimWithFirstStatement {}
