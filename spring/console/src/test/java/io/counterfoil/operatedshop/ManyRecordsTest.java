package io.counterfoil.operatedshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.database.TestMariaDb;
import io.counterfoil.testkit.database.TestPostgres;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each response within the limit of its statement, whatever statistics there are: what a list reads is bounded by an index. */
@ParameterizedClass
@EnumSource(ManyRecordsTest.Engine.class)
@Timeout(600)
@Tag("CN-1")
class ManyRecordsTest {

    private static @Nullable RunningShop shop;

    enum Engine {
        POSTGRESQL(
                "decode(repeat('00', 32), 'hex')",
                "'many-' || i",
                "'client-' || i % 50",
                "generate_series(1, 100000) AS i"),
        MARIADB(
                "repeat(x'00', 32)",
                "concat('many-', i)",
                "concat('client-', i % 50)",
                "(SELECT seq AS i FROM seq_1_to_100000) s");

        private final String fingerprint;
        private final String requestId;
        private final String client;
        private final String numbers;

        Engine(String fingerprint, String requestId, String client, String numbers) {
            this.fingerprint = fingerprint;
            this.requestId = requestId;
            this.client = client;
            this.numbers = numbers;
        }

        private String insert() {
            return "INSERT INTO counterfoil_record (request_id, client, operation, fingerprint, received_at, expires_at, request_count, token,"
                    + " leased_until) SELECT " + requestId + ", " + client + ", 'POST /many', " + fingerprint
                    + ", 1000000 * CAST(i AS decimal(20)), 4000000000000000 + i, 1, i, NULL FROM " + numbers;
        }
    }

    ManyRecordsTest(Engine engine) {}

    @BeforeParameterizedClassInvocation
    static void open(Engine engine) {
        RunningShop started = RunningShop.secured(
                engine == Engine.MARIADB ? TestMariaDb.freshDatabase() : TestPostgres.freshDatabase());
        shop = started;
        started.jdbc().sql(engine.insert()).update();
        for (int i = 0; i < 3; i++) {
            started.dieOrdering("unknown-" + i, "tea");
        }
    }

    @AfterParameterizedClassInvocation
    static void close() {
        shop().close();
    }

    private static RunningShop shop() {
        return Objects.requireNonNull(shop, "started");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "overview",
                "records?limit=50",
                "records?state=unknown",
                "records?state=at_work",
                "records?state=answered&limit=50",
                "records?requestId=many-77777",
                "records?client=client-7&limit=50",
                "records?client=client-7&operation=POST%20/many&state=answered&limit=50",
                "records?client=",
                "records?operation=POST%20/none",
                "records?client=client-7&state=unknown",
                "duplicates/stored"
            })
    void listOfAHundredThousand_isRead(String path) throws Exception {
        var response = shop().get("victor", "api/" + path);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&client=client-7", "&state=answered"})
    void laterPage_isRead_andGoesOn(String filter) throws Exception {
        var first = shop().json("victor", "api/records?limit=50" + filter);
        var second = shop().json(
                        "victor",
                        "api/records?limit=50" + filter + "&cursor="
                                + first.get("next").asString());

        assertThat(second.get("records").findValuesAsString("id"))
                .hasSize(50)
                .doesNotContainAnyElementsOf(first.get("records").findValuesAsString("id"));
    }
}
