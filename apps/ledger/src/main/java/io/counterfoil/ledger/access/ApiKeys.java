package io.counterfoil.ledger.access;

import io.counterfoil.idempotency.key.ClientId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The API keys in the database. Each call is one statement and takes effect at once in every service that uses the
 * database. Thread-safe.
 */
final class ApiKeys {

    private final JdbcClient jdbc;

    /** Keys in this database, whose schema is up to date. */
    ApiKeys(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A newly created key.
     *
     * @param id its public ID
     * @param secret the key; it cannot be recovered
     */
    record Issued(ApiKeyId id, Secret secret) {}

    /** Creates a further key for this owner. */
    Issued issue(ClientId owner) {
        Issued issued = new Issued(ApiKeyId.TYPE.next(), Secret.random());
        jdbc.sql("INSERT INTO api_key (id, owner, hash) VALUES (?, ?, ?)")
                .params(issued.id().value(), owner.value(), issued.secret().hash())
                .update();
        return issued;
    }

    /** The owner of this key; empty if the key is unknown or revoked. */
    Optional<ClientId> owner(Secret secret) {
        return jdbc.sql("SELECT owner FROM api_key WHERE hash = ? AND revoked_at IS NULL")
                .param(secret.hash())
                .query(String.class)
                .optional()
                .map(ClientId::of);
    }

    /** All keys, revoked ones included, the oldest first. */
    List<ApiKey> all() {
        return jdbc.sql("SELECT id, owner, created_at, revoked_at FROM api_key ORDER BY created_at, id")
                .query(ApiKeys::apiKey)
                .list();
    }

    /** Revokes a key. Returns false if there is no such key; revoking again keeps the first time of revocation. */
    boolean revoke(ApiKeyId id) {
        return jdbc.sql("UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE id = ?")
                        .param(id.value())
                        .update()
                == 1;
    }

    private static ApiKey apiKey(ResultSet row, int number) throws SQLException {
        return new ApiKey(
                ApiKeyId.TYPE.of(row.getObject("id", UUID.class)),
                ClientId.of(row.getString("owner")),
                instant(row, "created_at").orElseThrow(),
                instant(row, "revoked_at"));
    }

    private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }
}
