package io.counterfoil.transparency;

import io.counterfoil.testkit.transparency.DifferentUnderAKey;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** A handler of POST requests whose execution is compared without and with a key. Its path is its name. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@RequestMapping(method = RequestMethod.POST)
public @interface Shape {

    /** The path of the handler, and the name of the shape. */
    @AliasFor(annotation = RequestMapping.class, attribute = "path")
    String value();

    /** The path and query of the request, where they are not the handler's path. */
    String target() default "";

    /** The body of the request. */
    String body() default "";

    /** The media type of the body. */
    String type() default "application/json";

    /** Header fields of the request, each as {@code name: value}. */
    String[] fields() default {};

    /** Statements that make the rows which the request finds. */
    String[] seed() default {};

    /** The databases on which the shape is executed. */
    Engine[] on() default {Engine.POSTGRESQL, Engine.MARIADB, Engine.H2};

    /** The differences that the shape shows. */
    DifferentUnderAKey[] shows() default {};

    /** As of {@code @RequestMapping}. */
    @AliasFor(annotation = RequestMapping.class, attribute = "consumes")
    String[] consumes() default {};

    /** As of {@code @RequestMapping}. */
    @AliasFor(annotation = RequestMapping.class, attribute = "produces")
    String[] produces() default {};
}
