package io.counterfoil.samples.support.database;

import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What a client needs to reach one PostgreSQL database.
 *
 * @param jdbcUrl begins with {@code jdbc:postgresql:}
 * @param username null where the URL names the user, or where the driver's default applies
 * @param password null where the URL holds it, or where none is needed
 */
public record ConnectionSettings(
        String jdbcUrl, @Nullable String username, @Nullable String password) {

    /** User and password as the driver wants them; a new object, free to be changed. */
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

    /** Without the password, and without the URL, which may hold one. */
    @Override
    public String toString() {
        return "ConnectionSettings[" + DatabaseUrl.display(this) + "]";
    }
}
