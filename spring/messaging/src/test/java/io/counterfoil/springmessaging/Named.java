package io.counterfoil.springmessaging;

import java.util.Arrays;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.util.ClassUtils;

/** Auto-configurations that are known by their names alone. */
public final class Named {

    private Named() {}

    /** These of {@code io.counterfoil}. */
    public static AutoConfigurations configurations(String... names) {
        return AutoConfigurations.of(Arrays.stream(names)
                .map(name -> ClassUtils.resolveClassName("io.counterfoil." + name, null))
                .toArray(Class<?>[]::new));
    }
}
