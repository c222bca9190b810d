/**
 * Typed ids as strings in JSON, for Jackson 3.
 *
 * <p>With this artifact on the class path, nothing is left to do in Spring Boot. Elsewhere it is one line:
 *
 * <pre>{@code
 * JsonMapper json = JsonMapper.builder().findAndAddModules().build();
 *
 * record Transfer(AccountId from, AccountId to, Map<AccountId, Long> limits) {}
 *
 * json.writeValueAsString(transfer); // {"from":"acct_03s9...","to":"acct_03s9...","limits":{"acct_03s9...":100}}
 * }</pre>
 *
 * <p>{@link io.counterfoil.jackson.TypedIdModule} describes what is rejected, and how a field of any kind of id is read.
 *
 * <p>A {@link io.counterfoil.ids.TypedLongId} is a string as every typed id is. A plain {@code long}, such as a Snowflake without a
 * type, is no typed id, and Jackson writes it as a JSON number. JavaScript reads
 * numbers as doubles, which are exact up to 2<sup>53</sup>, and a Snowflake is larger. So write it as a string, with Jackson's
 * own annotation; it is read back as well:
 *
 * <pre>{@code
 * record Event(@JsonFormat(shape = JsonFormat.Shape.STRING) long id) {} // {"id":"7264539820961538048"}
 * }</pre>
 */
@NullMarked
package io.counterfoil.jackson;

import org.jspecify.annotations.NullMarked;
