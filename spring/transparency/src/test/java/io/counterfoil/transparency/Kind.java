package io.counterfoil.transparency;

import io.counterfoil.transparency.shapes.ShapesApplication;
import io.counterfoil.transparency.shapes.jpa.JpaShapesApplication;
import io.counterfoil.transparency.shapes.security.SecuredApplication;
import java.util.Map;

/** What an application has: its transaction manager, and more. */
enum Kind {
    /** {@code JdbcTransactionManager}. */
    JDBC(ShapesApplication.class),
    /** {@code JpaTransactionManager}, with Hibernate and an entity manager for the whole request. */
    JPA(JpaShapesApplication.class),
    /** The same with an entity manager for each transaction. */
    JPA_OUT_OF_VIEW(JpaShapesApplication.class),
    /** Spring Security. */
    SECURED(SecuredApplication.class);

    private static final String PACKAGE = "org.springframework.boot.";
    private static final String HIBERNATE = PACKAGE + "hibernate.autoconfigure.HibernateJpaAutoConfiguration," + PACKAGE
            + "data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";
    private static final String SECURITY = PACKAGE + "security.autoconfigure.SecurityAutoConfiguration,"
            + PACKAGE + "security.autoconfigure.UserDetailsServiceAutoConfiguration,"
            + PACKAGE + "security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration,"
            + PACKAGE + "security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration";

    private final Class<?> configuration;

    Kind(Class<?> configuration) {
        this.configuration = configuration;
    }

    Class<?> configuration() {
        return configuration;
    }

    String[] profiles() {
        return new String[] {name().toLowerCase(java.util.Locale.ROOT)};
    }

    Map<String, Object> settings() {
        return switch (this) {
            case JDBC -> Map.of("spring.autoconfigure.exclude", HIBERNATE + "," + SECURITY);
            case JPA -> Map.of("spring.autoconfigure.exclude", SECURITY, "spring.jpa.open-in-view", "true");
            case JPA_OUT_OF_VIEW ->
                Map.of("spring.autoconfigure.exclude", SECURITY, "spring.jpa.open-in-view", "false");
            case SECURED -> Map.of("spring.autoconfigure.exclude", HIBERNATE);
        };
    }
}
