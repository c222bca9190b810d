package io.counterfoil.springconsole.page;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code counterfoil.console}; any other name there is a start-up failure. The role to act is {@code counterfoil.management.role}.
 *
 * @param viewRole Role that a user needs to see the console; operators see it too. The empty text: everyone.
 * @param resultRole Role that a user needs besides to see stored responses. Default: no user has the right. The empty text: every user of the console.
 * @param auditRetention How long decisions of operators are kept.
 */
@ConfigurationProperties(value = "counterfoil.console", ignoreUnknownFields = false)
public record ConsoleProperties(
        @DefaultValue("COUNTERFOIL_VIEWER") String viewRole,
        @Nullable String resultRole,
        @DefaultValue("365d") Duration auditRetention) {

    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

    /**
     * Checks the settings.
     *
     * @param viewRole empty, or not blank
     * @param resultRole {@code null} or empty, or not blank
     * @param auditRetention positive, at most 36,500 days
     * @throws IllegalArgumentException when one is out of its bounds
     */
    public ConsoleProperties {
        role("view-role", viewRole);
        role("result-role", resultRole == null ? "" : resultRole);
        if (auditRetention.isZero() || auditRetention.isNegative() || auditRetention.compareTo(LONGEST_RETENTION) > 0) {
            throw new IllegalArgumentException("counterfoil.console.audit-retention must be positive and at most "
                    + LONGEST_RETENTION + ", not " + auditRetention);
        }
    }

    private static void role(String name, String role) {
        if (!role.isEmpty() && role.isBlank()) {
            throw new IllegalArgumentException(
                    "counterfoil.console." + name + " must be a role, or the empty text for none, not spaces");
        }
    }

    /** The role that shows stored responses; empty when no user has the right. */
    Optional<String> roleOfResults() {
        return Optional.ofNullable(resultRole);
    }
}
