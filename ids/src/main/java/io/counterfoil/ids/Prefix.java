package io.counterfoil.ids;

import io.counterfoil.ids.text.UuidFormat;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What the texts of a class of {@link TypedId}s start with, and how they go on. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Prefix {

    /**
     * The prefix, without the underscore that follows it: 1 to {@value IdType#MAX_PREFIX_LENGTH} characters of {@code a-z} and
     * {@code _}, no underscore first or last; of no other class of the application.
     */
    String value();

    /** The text of the UUID after the underscore. {@link UuidFormat#BASE32} makes a TypeID. */
    UuidFormat format() default UuidFormat.BASE36;
}
