package io.counterfoil.springboot.endpoint;

import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.web.WebProperties;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletPath;
import org.springframework.boot.webmvc.error.ErrorController;

/** Finds the page that Spring Boot shows errors by. */
final class ErrorPath {

    private ErrorPath() {}

    /** The path inside the context; empty where the application has no such page. */
    static Optional<String> of(ListableBeanFactory beans) {
        if (beans.getBeanNamesForType(ErrorController.class, true, false).length == 0) {
            return Optional.empty();
        }
        String path = beans.getBeanProvider(WebProperties.class).stream()
                .map(properties -> properties.getError().getPath())
                .findFirst()
                .orElse("/error");
        return Optional.of(beans.getBeanProvider(DispatcherServletPath.class).stream()
                .map(servlet -> servlet.getRelativePath(path))
                .findFirst()
                .orElse(path));
    }
}
