/**
 * Typed ids as columns and identifiers of entities, for Hibernate 7.4.
 *
 * <p>There is nothing to configure: with this module on the class path or the module path, a class of typed ids is a basic type
 * wherever a model mentions it.
 *
 * <pre>{@code
 * @Prefix("acct")
 * public record AccountId(UUID value) implements TypedId<AccountId> {}
 *
 * @Entity
 * class Account {
 *     @Id
 *     @GeneratedId                       // version 7; or leave it out, and assign the id
 *     AccountId id;
 *
 *     DeviceId lastDevice;               // uuid on PostgreSQL and H2, binary(16) on MySQL, uniqueidentifier on SQL Server
 *
 *     @JdbcTypeCode(SqlTypes.VARCHAR)
 *     TokenId token;                     // varchar(31), "token_..."
 *
 *     EventId lastEvent;                 // a TypedLongId: bigint
 *
 *     PageId page;                       // a TypedObjectId: binary(12), bytea on PostgreSQL
 *
 *     @ElementCollection
 *     Set<TagId> tags;
 * }
 *
 * session.find(Account.class, id);
 * session.createQuery("from Account a where a.id in (:ids)", Account.class).setParameter("ids", List.of(id));
 * }</pre>
 *
 * <ul>
 *   <li>{@link io.counterfoil.hibernate.GeneratedId} makes identifiers in the application: version 7, version 4, COMB, short prefix COMB, or ObjectId.
 *   <li>{@link io.counterfoil.hibernate.SuffixForm} keeps them in SQL Server's order: prefix form outside, suffix form in the column.
 *   <li>{@link io.counterfoil.hibernate.TypedIdJavaType} describes what is in a column, and how to register a class of ids by hand. That
 *       is needed only where no managed class mentions it by its type: an attribute of a raw collection with {@code targetClass}, or
 *       a mapping by {@code hbm.xml}.
 * </ul>
 *
 * <p>An attribute of an interface such as {@code TypedId} itself is refused at start-up: a column of UUIDs does not say of which
 * kind they are. A record that implements one of them is never an embeddable, and needs no annotation of JPA's.
 *
 * <p>Spring Data JPA needs nothing more; {@link io.counterfoil.hibernate.GeneratedId} describes what its {@code save} does with an identifier
 * that is assigned.
 */
@NullMarked
@JavaTypeRegistration(javaType = AnyTypedId.class, descriptorClass = AnyTypedIdJavaType.class)
@JavaTypeRegistration(javaType = TypedId.class, descriptorClass = InterfaceJavaType.OfUuid.class)
@JavaTypeRegistration(javaType = TypedLongId.class, descriptorClass = InterfaceJavaType.OfLong.class)
@JavaTypeRegistration(javaType = TypedObjectId.class, descriptorClass = InterfaceJavaType.OfObjectId.class)
package io.counterfoil.hibernate;

import io.counterfoil.ids.AnyTypedId;
import io.counterfoil.ids.TypedId;
import io.counterfoil.ids.TypedLongId;
import io.counterfoil.ids.TypedObjectId;
import org.hibernate.annotations.JavaTypeRegistration;
import org.jspecify.annotations.NullMarked;
