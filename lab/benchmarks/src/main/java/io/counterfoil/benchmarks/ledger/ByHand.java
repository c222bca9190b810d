package io.counterfoil.benchmarks.ledger;

import io.counterfoil.ids.generator.ShortPrefixComb;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The peer: a Spring Boot application whose only endpoint posts to the ledger's tables by the one statement, and nothing else. It has the ledger's
 * settings of Tomcat and of the pool. A posting that is not new is a conflict, whatever the reason.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class ByHand {

    /** Starts on a free port of 127.0.0.1, and prints its URL; the argument is a JDBC URL. */
    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(ByHand.class);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(Map.ofEntries(
                Map.entry("logging.level.root", "WARN"),
                Map.entry("server.address", "127.0.0.1"),
                Map.entry("server.port", "0"),
                Map.entry("server.tomcat.threads.max", "1500"),
                Map.entry("spring.threads.virtual.enabled", "true"),
                Map.entry("spring.jackson.property-naming-strategy", "SNAKE_CASE"),
                Map.entry("spring.datasource.url", arguments[0]),
                Map.entry("spring.datasource.hikari.maximum-pool-size", "10"),
                Map.entry("spring.datasource.hikari.connection-timeout", "5000"),
                Map.entry(
                        "spring.datasource.hikari.connection-init-sql",
                        "SET lock_timeout = '5s'; SET statement_timeout = '30s'")));
        System.out.println("  URL http://127.0.0.1:"
                + application.run().getEnvironment().getRequiredProperty("local.server.port"));
    }

    /** The endpoint. */
    @RestController
    static class Controller {

        private static final String POST = """
                WITH place AS (
                  SELECT pk, transactions + 1 AS ordinal FROM ledger l
                   WHERE id = ? AND deleted_at IS NULL AND balance + ? BETWEEN 0 AND 9007199254740991
                     AND (SELECT t.pk FROM ledger_transaction t
                           WHERE t.ledger_pk = l.pk AND t.key_scope = 'client:' AND t.idempotency_key = ?) IS NULL
                     FOR NO KEY UPDATE
                ), posted AS (
                  INSERT INTO ledger_transaction (id, ledger_pk, ordinal, client, key_scope, idempotency_key, quantity, two_phase, state)
                  SELECT ?, pk, ordinal, '', 'client:', ?, ?, false, 'COMMITTED' FROM place
                    ON CONFLICT (ledger_pk, key_scope, idempotency_key) DO NOTHING RETURNING ledger_pk, created_at
                ), raised AS (
                  UPDATE ledger SET balance = balance + ?, transactions = transactions + 1, version = version + 1
                   WHERE pk = (SELECT ledger_pk FROM posted)
                )
                SELECT created_at FROM posted""";

        private final JdbcTemplate jdbc;

        Controller(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @PostMapping("/ledgers/{ledger}/transactions")
        ResponseEntity<?> post(@PathVariable("ledger") UUID ledger, @RequestBody Posting posting) {
            UUID id = ShortPrefixComb.next();
            List<Posted> posted = jdbc.query(
                    POST,
                    (row, number) -> Posted.of(id, ledger, posting, row.getObject(1, OffsetDateTime.class)),
                    ledger,
                    posting.quantity(),
                    posting.idempotencyKey(),
                    id,
                    posting.idempotencyKey(),
                    posting.quantity(),
                    posting.quantity());
            return posted.isEmpty()
                    ? ResponseEntity.status(409).build()
                    : ResponseEntity.status(201)
                            .header("Idempotency-Replayed", "false")
                            .eTag("\"1\"")
                            .body(posted.get(0));
        }
    }

    /** The request. */
    record Posting(String idempotencyKey, long quantity) {}

    /** The response, field by field that of the ledger. */
    record Posted(
            String id,
            String uuid,
            String ledgerId,
            String idempotencyKey,
            long quantity,
            String state,
            @Nullable String referenceId,
            @Nullable String serviceReferenceId,
            @Nullable Long lmsUserId,
            @Nullable String contentKey,
            @Nullable String subsidyAccessPolicyUuid,
            @Nullable Object metadata,
            Instant createdAt,
            @Nullable Object reversal) {

        static Posted of(UUID id, UUID ledger, Posting posting, OffsetDateTime createdAt) {
            return new Posted(
                    "txn_" + id,
                    id.toString(),
                    "ldg_" + ledger,
                    posting.idempotencyKey(),
                    posting.quantity(),
                    "committed",
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    createdAt.toInstant(),
                    null);
        }
    }
}
