package io.counterfoil.springconsole;

import io.counterfoil.springboot.NotIdempotent;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.web.bind.annotation.ResponseBody;

/**
 * Handlers of the console: a bean with methods that have {@code @GetMapping("/counterfoil/api/…")} or {@code @PostMapping}. They are mapped at these
 * paths whatever prefix the application gives to its own controllers, and every request to them has the console's rights, header fields and problems,
 * whatever its path looks like. What they return is written as JSON, as it is: advice of the application does not replace it.
 *
 * <p>The class is no {@code @Controller}, so that nothing of the application that is for its controllers applies to it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ResponseBody
@NotIdempotent
public @interface ConsoleController {}
