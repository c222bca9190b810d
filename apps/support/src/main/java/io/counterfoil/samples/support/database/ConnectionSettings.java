package io.counterfoil.samples.support.database;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The connection data of a PostgreSQL database.
 *
 * @param jdbcUrl begins with {@code jdbc:postgresql:}
 * @param username null if the URL contains the user or the driver's default applies
 * @param password null if the URL contains it or none is needed
 */
public record ConnectionSettings(
        String jdbcUrl, @Nullable String username, @Nullable String password) {

    /** User and password as properties of the driver; a new mutable object. */
    public Properties toProperties() {
        Properties properties = new Properties();
        if (username != null) {
            properties.setProperty("user", username);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        return properties;
    }

    /** Omits the password, and the URL, which may contain one. */
    @Override
    public String toString() {
        return "ConnectionSettings[" + DatabaseUrl.display(this) + "]";
    }
}
