/**
 * Typed ids in a Spring Boot application, without a line of configuration.
 *
 * <pre>{@code
 * @RestController
 * class Accounts {
 *
 *     @GetMapping("/accounts/{id}")
 *     Account account(@PathVariable AccountId id, @RequestParam Optional<SessionId> session) { ... }
 * }
 *
 * record Account(@Id AccountId id, @Version int version, AccountId parent) {}
 *
 * interface AccountRepository extends CrudRepository<Account, AccountId> {
 *     List<Account> findByParent(AccountId parent);
 * }
 * }</pre>
 *
 * <p>{@link io.counterfoil.ids.generator.ObjectId}s are read and written likewise, but for the columns.
 *
 * <ul>
 *   <li>Path variables, request parameters, header fields and form fields are read by the type, and so are the fields of {@code
 *       @ConfigurationProperties}. Reading is that of {@link
 *       io.counterfoil.ids.IdType#parse}: strict, but for what a type declares; the empty text is no id, and not {@code null}. {@code
 *       MvcUriComponentsBuilder} writes the text; a plain {@code UriComponentsBuilder} asks for {@code toString()}, as all string
 *       concatenation does, so override that in the class, or pass {@code id.text()}.
 *   <li>JSON bodies are read and written by Jackson 3; by Jackson 2 where {@code counterfoil-jackson2} is added.
 *   <li>Entities of JPA hold them where Hibernate 7 is there, identifiers included.
 *   <li>Entities of Spring Data JDBC hold typed ids as their values, in columns of {@code uuid}, {@code bigint}, or 12 bytes for an
 *       ObjectId; or in columns of text with {@code counterfoil.ids.column=text}. An application that has a {@code JdbcCustomConversions} bean or an
 *       {@code AbstractJdbcConfiguration} of its own adds {@link io.counterfoil.springids.TypedIdJdbcConverters} to it. A statement of {@code
 *       JdbcClient} takes {@code id.value()}.
 *   <li>A bean of type {@link io.counterfoil.ids.IdTypes} lets parameters and JSON fields be {@code AnyTypedId<?>}, or any interface below
 *       it.
 * </ul>
 *
 * <p>A text that is no id of the type is answered with 400 as a problem (RFC 9457) that names the parameter, header field, or
 * the path within the body, and the reason:
 *
 * <pre>{@code
 * {"type":"urn:counterfoil:problem:invalid-id","title":"Invalid id","status":400,
 *  "detail":"id: an id with prefix \"acct\" (AccountId) expected, found prefix \"sess\"","field":"id"}
 * }</pre>
 *
 * <p>That is instead of Spring's own answer, and of no other: an {@code @ExceptionHandler} of the application that takes the
 * exception ({@code MethodArgumentTypeMismatchException} for one parameter, {@code MethodArgumentNotValidException} for a form,
 * {@code HttpMessageNotReadableException} for a body) is asked first, a {@code ResponseEntityExceptionHandler} of its own is left
 * alone, and a client that asks for {@code text/html} gets the application's error page. An {@code InvalidIdException} that a
 * handler itself throws is no matter of the request's format, and is left to the application.
 */
@NullMarked
package io.counterfoil.springids;

import org.jspecify.annotations.NullMarked;
