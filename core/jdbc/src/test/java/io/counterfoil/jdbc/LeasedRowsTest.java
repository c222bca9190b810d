package io.counterfoil.jdbc;

import static io.counterfoil.testkit.store.Requests.TEXT;
import static io.counterfoil.testkit.store.Requests.freshKey;
import static io.counterfoil.testkit.store.Requests.payload;
import static io.counterfoil.testkit.store.Requests.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.counterfoil.idempotency.Idempotency;
import io.counterfoil.idempotency.result.Completion;
import io.counterfoil.idempotency.result.Outcome;
import io.counterfoil.idempotency.result.PayloadCodec;
import io.counterfoil.idempotency.store.Claim;
import io.counterfoil.idempotency.store.IdempotencyRecord;
import io.counterfoil.idempotency.store.KeyedRequest;
import io.counterfoil.idempotency.store.Retention;
import io.counterfoil.idempotency.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that lease mode has used, claimed in a transaction. */
@Timeout(240)
@ParameterizedClass
@MethodSource("io.counterfoil.jdbc.Engine#tested")
@Tag("RQ-13")
@ResourceLock(TestDatabases.LOCK)
class LeasedRowsTest {

    private static final long TOKEN_AHEAD_OF_THE_CLOCK = Long.MAX_VALUE / 2;

    private static final PayloadCodec<Long> NUMBER = PayloadCodec.of(
            1,
            number -> number.toString().getBytes(StandardCharsets.UTF_8),
            bytes -> Long.valueOf(new String(bytes, StandardCharsets.UTF_8)));

    private final HikariDataSource pool;
    private final JdbcClaimStore store;

    private final KeyedRequest request = request(freshKey(), "contents");
    private final KeyedRequest other = request(request.key(), "other contents");

    LeasedRowsTest(Engine engine) {
        pool = TestDatabases.pool(engine, 2);
        store = JdbcClaimStore.on(pool);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void lease_isInFlight_forAsLongAsItRuns() {
        row(now().plus(Duration.ofHours(1)));

        assertThat(claim(request))
                .isInstanceOfSatisfying(
                        Claim.InFlight.class,
                        inFlight -> assertThat(inFlight.leaseLeft())
                                .hasValueSatisfying(left ->
                                        assertThat(left).isBetween(Duration.ofMinutes(50), Duration.ofHours(1))));
        assertThat(store.find(request.key())).isEmpty();
    }

    @Test
    @Tag("RQ-11")
    void leaseForOtherContents_isAMismatch() {
        row(now().plus(Duration.ofHours(1)));

        assertThat(claim(other))
                .isInstanceOfSatisfying(
                        Claim.Mismatch.class,
                        mismatch -> assertThat(mismatch.record()).isEmpty());
    }

    @Test
    void leaseThatRanOut_isUnknown() {
        row(now().minus(Duration.ofHours(1)));

        assertThat(claim(request)).isInstanceOf(Claim.Unknown.class);
        assertThat(claim(other)).isInstanceOf(Claim.Mismatch.class);
        assertThat(store.find(request.key())).isEmpty();
    }

    @Test
    void releasedLease_isFree_underAHigherToken() {
        row(Instant.EPOCH);

        Outcome<Long> outcome =
                Idempotency.on(store).execute(other, NUMBER, execution -> Completion.remember(execution.token()));

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Executed.class,
                        executed -> assertThat((Long) executed.value()).isEqualTo(TOKEN_AHEAD_OF_THE_CLOCK + 1));
        assertThat(store.find(request.key()))
                .hasValueSatisfying(record -> assertThat(record)
                        .returns(1L, IdempotencyRecord::requestCount)
                        .returns(other.fingerprint(), IdempotencyRecord::fingerprint));
        assertThat(Idempotency.on(store).execute(other, TEXT, execution -> Completion.remember("twice")))
                .isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void releasedLease_isFree_forAClaimWithItsResult() {
        row(Instant.EPOCH);

        long token = store.within(claims -> {
            Claim.Acquired acquired = (Claim.Acquired) claims.claim(other, payload("known"), Retention.FOREVER);
            claims.complete(acquired.lease(), other, payload("known"), Retention.FOREVER);
            return acquired.lease().token();
        });

        assertThat(token).isEqualTo(TOKEN_AHEAD_OF_THE_CLOCK + 1);
        assertThat(store.find(request.key()))
                .hasValueSatisfying(record -> assertThat(record)
                        .returns(payload("known"), IdempotencyRecord::payload)
                        .returns(other.fingerprint(), IdempotencyRecord::fingerprint));
    }

    @Test
    void releasedLease_thatIsUsedMeanwhile_isAConflict() {
        row(Instant.EPOCH);

        assertThatThrownBy(() -> store.within(claims -> {
                    Claim.Acquired acquired = (Claim.Acquired) claims.claim(request);
                    Sql.run(pool, "UPDATE counterfoil_record SET token = token + 1");
                    return claims.complete(acquired.lease(), request, payload("late"), Retention.FOREVER);
                }))
                .isInstanceOf(StoreException.class)
                .matches(store::isConflict, "a conflict");
    }

    private Claim claim(KeyedRequest claimed) {
        return store.within(claims -> claims.claim(claimed));
    }

    /** The databases of these tests run on this machine, so their time is its own. */
    private static Instant now() {
        return Instant.now();
    }

    private void row(Instant leasedUntil) {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO counterfoil_record (request_id, client,"
                                + " operation, fingerprint, received_at, expires_at, request_count, token, leased_until)"
                                + " VALUES (?, ?, ?, ?, 1, 9223372036854775807, 7, ?, ?)")) {
            insert.setString(1, request.key().requestId().value());
            insert.setString(2, request.key().client().value());
            insert.setString(3, request.key().operation().value());
            insert.setBytes(4, request.fingerprint().toByteArray());
            insert.setLong(5, TOKEN_AHEAD_OF_THE_CLOCK);
            insert.setLong(6, ChronoUnit.MICROS.between(Instant.EPOCH, leasedUntil));
            insert.executeUpdate();
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
