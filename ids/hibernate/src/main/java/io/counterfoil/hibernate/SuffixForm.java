package io.counterfoil.hibernate;

import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.generator.SqlServerUuid;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.UUID;
import org.hibernate.annotations.JdbcType;

/**
 * Prefix form outside, suffix form inside: the column has the {@linkplain SqlServerUuid#toSuffix suffix form} of the UUID that the
 * attribute has, so that SQL Server, which compares {@code uniqueidentifier}s from the back, keeps them in the order of their
 * time. For a {@link TypedId} or a {@link UUID}, identifiers included; on a collection it applies to the elements.
 *
 * <pre>{@code
 * @Id
 * @GeneratedId(IdAlgorithm.COMB)
 * @SuffixForm
 * AccountId id;
 * }</pre>
 *
 * <p>The conversion loses nothing, and happens on every way in and out of the attribute: reading, writing, foreign keys, and parameters
 * that a query compares with the attribute. It is part of the attribute and not of the class of ids, so it does not happen where
 * Hibernate sees the class alone: a parameter of a native query, and a literal of the Criteria API ({@code builder.literal(id)}; {@code
 * builder.equal(path, id)} is right). Nor does it happen inside the database: columns that a query joins or copies from one
 * another are to be of one form.
 *
 * <p>For databases with a type of their own for UUIDs: {@code uniqueidentifier} of SQL Server; {@code uuid} of H2, PostgreSQL and MariaDB, where
 * an application is tested.
 */
@JdbcType(SuffixFormJdbcType.class)
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface SuffixForm {}
