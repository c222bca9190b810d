package io.counterfoil.hibernate;

import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedObjectId;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.UUID;
import org.hibernate.annotations.IdGeneratorType;

/**
 * An identifier that the application generates: a {@link TypedId} or a {@link UUID}, by default of version 7, or a {@link
 * TypedObjectId} with {@link IdAlgorithm#OBJECT_ID}. It stands next to {@code
 * @Id}, or on a part of an embedded identifier, and takes the place of {@code @GeneratedValue}.
 *
 * <pre>{@code
 * @Id
 * @GeneratedId
 * AccountId id;
 * }</pre>
 *
 * <p>The identifier is there when {@code persist} returns, and no round trip is made for it, so inserts are batched. One that
 * the application has assigned before, because a client sent it or a command was retried, is kept.
 *
 * <p>With an identifier assigned, Hibernate cannot tell a new entity from a stored one without looking: {@code persist} trusts the
 * caller, {@code merge} selects first. Spring Data's {@code save} calls {@code merge} for an entity whose identifier is not null and
 * that has no {@code @Version} attribute; with one it checks whether that is null. So entities with assigned identifiers have a
 * {@code @Version}, or implement {@code Persistable}.
 *
 * <p>On an attribute of another type, or of one that the algorithm does not make, the session factory is not built; the message names
 * the attribute. A {@link io.counterfoil.ids.TypedLongId} is such a type: a Snowflake's machine id is the application's, so it
 * assigns the identifier.
 */
@IdGeneratorType(IdGeneration.class)
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface GeneratedId {

    /** {@return how the value is made} */
    IdAlgorithm value() default IdAlgorithm.UUID_V7;
}
