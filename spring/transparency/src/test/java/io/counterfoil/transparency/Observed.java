package io.counterfoil.transparency;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/** Records what arrives at the seams of the application. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(SeenConfiguration.class)
public @interface Observed {}
