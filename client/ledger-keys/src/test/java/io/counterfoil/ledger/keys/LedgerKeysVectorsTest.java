package io.counterfoil.ledger.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.idempotency.key.RequestId;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published vectors, docs/reference/ledger-keys.json; they were computed by the program that the specification prints. */
@Tag("LG-4")
class LedgerKeysVectorsTest {

    private static final JsonNode VECTORS = JsonMapper.shared()
            .readTree(Path.of("../../docs/reference/ledger-keys.json").toFile());

    private static void assertKeys(String object, Function<JsonNode, RequestId> builder) {
        assertThat(VECTORS.get(object))
                .isNotEmpty()
                .allSatisfy(vector -> assertThat(builder.apply(vector).value())
                        .as("%s", vector)
                        .isEqualTo(text(vector, "key")));
    }

    private static String text(JsonNode vector, String field) {
        return vector.get(field).stringValue();
    }

    private static UUID uuid(JsonNode vector, String field) {
        return UUID.fromString(text(vector, field));
    }

    private static Redemption redemption(JsonNode vector) {
        Set<String> inactive = new HashSet<>();
        vector.get("inactive").forEach(id -> inactive.add(id.stringValue()));
        return new Redemption(
                vector.get("lms_user_id").longValue(),
                text(vector, "content_key"),
                uuid(vector, "subsidy_access_policy_uuid"),
                inactive);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ledger", "initial_deposit", "redemption", "admin_reversal", "unenrollment_reversal"})
    void key_ofEveryKind_isThePublishedOne(String object) {
        assertKeys(object, vector -> switch (object) {
            case "ledger" -> LedgerKeys.ledger(uuid(vector, "subsidy_uuid"));
            case "initial_deposit" ->
                LedgerKeys.initialDeposit(
                        new RequestId(text(vector, "ledger")),
                        vector.get("quantity").longValue());
            case "redemption" -> LedgerKeys.redemption(text(vector, "ledger"), redemption(vector));
            case "admin_reversal" -> LedgerKeys.adminReversal(uuid(vector, "transaction_uuid"));
            default ->
                LedgerKeys.unenrollmentReversal(
                        text(vector, "fulfillment_identifier"),
                        OffsetDateTime.parse(text(vector, "unenrolled_at")).toInstant());
        });
    }

    @Test
    void hash_ofEveryRedemption_isThePublishedOne() {
        assertThat(VECTORS.get("redemption"))
                .allSatisfy(vector -> assertThat(redemption(vector).hash()).isEqualTo(text(vector, "hash")));
    }
}
