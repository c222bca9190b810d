package io.counterfoil.springboot.internal;

import java.util.Map;
import java.util.Optional;

/** A detail of the health, which never decides whether the application is up. */
public interface HealthDetail {

    /** Its name. */
    String name();

    /** What is known; empty where the store does not report it. */
    Optional<Map<String, Object>> read();
}
