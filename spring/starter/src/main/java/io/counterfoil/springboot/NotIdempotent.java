package io.counterfoil.springboot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Exempts a handler method of Spring MVC, or all of a class: a key is ignored there, and requests pass untouched. On a method it
 * outweighs an {@link Idempotent} of the class.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface NotIdempotent {}
