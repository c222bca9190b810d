package io.counterfoil.springboot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Permits the method to commit apart from a keyed request: what it writes stays when the request fails, and is written again by each retry.
 * For an audit log, a counter of attempts and the like.
 *
 * <pre>{@code
 * @AllowSeparateTransaction
 * @Transactional(propagation = Propagation.REQUIRES_NEW)
 * public void audit(String what) {...}
 * }</pre>
 *
 * <p>On a method of a bean that is called through Spring's proxy, or on its class for all of them. It holds for what the method calls on its
 * thread, too: each transaction that begins there commits on a connection of its own, beside the one that the request holds. Without a keyed
 * request it has no effect.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface AllowSeparateTransaction {}
