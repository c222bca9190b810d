package io.counterfoil.ledger.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bodies that break a rule, made from what each field of each endpoint takes: each is refused as a problem that names the
 * field, and nothing is stored.
 */
@Timeout(300)
@Tag("RQ-2")
@Tag("RQ-15")
@Tag("RF-1")
@Tag("LG-2")
class BadBodyTest {

    @RegisterExtension
    static final SharedService SERVICE = SharedService.patient();

    private static final Field KEY = new Field("idempotency_key", BadFields.TEXT, true, 255, List.of());
    private static final Field REFERENCE = new Field("reference_id", BadFields.TEXT, false, 64, List.of());
    private static final Field METADATA = new Field("metadata", BadFields.OBJECT, false, 0, List.of());

    private static final Map<String, List<Field>> ENDPOINTS = Map.of(
            "/v1/ledgers",
                    List.of(
                            KEY,
                            new Field("unit", BadFields.TEXT, true, 32, List.of()),
                            new Field("initial_deposit", BadFields.INTEGER, false, 0, List.of("0", "-1")),
                            REFERENCE,
                            new Field("overdraft", BadFields.OVERDRAFT, false, 0, List.of()),
                            new Field("shared_keys", BadFields.FLAG, false, 0, List.of()),
                            METADATA),
            "/v1/ledgers/LEDGER/transactions",
                    List.of(
                            KEY,
                            new Field("quantity", BadFields.INTEGER, true, 0, List.of("0", "-0")),
                            new Field("pending", BadFields.FLAG, false, 0, List.of()),
                            REFERENCE,
                            new Field("lms_user_id", BadFields.INTEGER, false, 0, List.of("0", "-1")),
                            new Field("content_key", BadFields.TEXT, false, 255, List.of()),
                            new Field("subsidy_access_policy_uuid", BadFields.UUID, false, 0, List.of()),
                            METADATA),
            "/v1/ledgers/LEDGER/redemptions",
                    List.of(
                            new Field("quantity", BadFields.DEBIT, true, 0, List.of("0", "1")),
                            new Field("pending", BadFields.FLAG, false, 0, List.of()),
                            REFERENCE,
                            new Field("lms_user_id", BadFields.INTEGER, true, 0, List.of("0", "-1")),
                            new Field("content_key", BadFields.TEXT, true, 255, List.of()),
                            new Field("subsidy_access_policy_uuid", BadFields.UUID, true, 0, List.of()),
                            METADATA),
            "/v1/transactions/PENDING/commit", List.of(KEY),
            "/v1/transactions/PENDING/fail", List.of(KEY),
            "/v1/transactions/COMMITTED/reversal", List.of(KEY, REFERENCE),
            "/v1/ledgers/LEDGER/metadata",
                    List.of(new Field("command_id", BadFields.UUID, true, 0, List.of()), METADATA));

    private static String ledger = "";
    private static String pending = "";
    private static String committed = "";

    private final Api api = SERVICE.api();
    private String before = "";

    @BeforeAll
    static void make() {
        Api api = SERVICE.api();
        ledger = api.ledger(100);
        pending = api.pending(ledger, 10);
        committed = api.posted(ledger, 10);
    }

    @BeforeEach
    void count() {
        before = SERVICE.objects();
    }

    @AfterEach
    void nothingIsStored() {
        assertThat(SERVICE.objects()).isEqualTo(before);
    }

    /** A field of a body: its name, what it takes, its longest text, and what it refuses beyond its kind. */
    record Field(String name, BadFields kind, boolean required, int maxLength, List<String> more) {

        List<String> bad() {
            List<String> bad = new ArrayList<>(kind.bad());
            bad.addAll(more);
            if (maxLength > 0) {
                bad.add('"' + "x".repeat(maxLength + 1) + '"');
            }
            if (name.equals("idempotency_key")) {
                // 128 characters, 256 bytes.
                bad.add('"' + "\u00e9".repeat(128) + '"');
            }
            return bad;
        }
    }

    /**
     * One bad body.
     *
     * @param body its bytes, each as the character of that number
     */
    record Case(String path, String field, String body) {

        static Case of(String path, String field, String text) {
            return of(path, field, text.getBytes(StandardCharsets.UTF_8));
        }

        static Case of(String path, String field, byte[] bytes) {
            return new Case(path, field, new String(bytes, StandardCharsets.ISO_8859_1));
        }

        byte[] bytes() {
            return body.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public String toString() {
            String text = body.replaceAll("[^ -~]", "?");
            return path + " " + (text.length() > 150 ? text.substring(0, 150) + "..." : text);
        }
    }

    private static Map<String, String> good(List<Field> fields) {
        Map<String, String> members = new LinkedHashMap<>();
        fields.forEach(field -> members.put(field.name(), field.kind().good()));
        return members;
    }

    static Stream<Case> badFields() {
        List<Case> cases = new ArrayList<>();
        ENDPOINTS.forEach((path, fields) -> {
            Map<String, String> good = good(fields);
            for (Field field : fields) {
                String name = field.name();
                field.bad().forEach(value -> cases.add(Case.of(path, name, Bodies.with(good, name, value))));
                if (field.required()) {
                    cases.add(Case.of(path, name, Bodies.without(good, name)));
                }
                // In the writing of another field: nothing is folded, guessed or ignored.
                String other = name.toUpperCase(Locale.ROOT);
                cases.add(Case.of(
                        path, other, Bodies.with(good, other, field.kind().good())));
            }
            cases.add(Case.of(path, "surplus", Bodies.with(good, "surplus", "null")));
            cases.add(Case.of(path, "a??b", Bodies.with(good, "a\\n\\u0000b", "1")));
            cases.add(Case.of(path, "x".repeat(64) + "...", Bodies.with(good, "x".repeat(1000), "1")));
        });
        return cases.stream();
    }

    static Stream<Case> badBodies() {
        List<Case> cases = new ArrayList<>();
        ENDPOINTS.forEach((path, fields) -> {
            Map<String, String> good = good(fields);
            String text = Bodies.text(good);
            String open = text.substring(0, text.length() - 1);
            for (Field field : fields) {
                String again = ",\"" + field.name() + "\":" + field.kind().good() + "}";
                cases.add(Case.of(path, "body", open + again));
            }
            Stream.of(
                            "",
                            " ",
                            open,
                            text + "x",
                            text + text,
                            text + " {}",
                            text + "]",
                            "[" + text + "]",
                            "[]",
                            "null",
                            "1",
                            "\"x\"",
                            "tru",
                            open + ",}",
                            "//\n" + text,
                            text.replace('"', '\''),
                            Bodies.with(good, "metadata", "NaN"),
                            Bodies.with(good, "metadata", "01"),
                            Bodies.with(good, "quantity", "1" + "0".repeat(1000)),
                            Bodies.with(good, "unit", "\"a\nb\""),
                            Bodies.with(good, "unit", "\"\\x\""),
                            "[".repeat(100_000),
                            Bodies.with(good, "metadata", "{\"a\":".repeat(40) + "1" + "}".repeat(40)))
                    .forEach(body -> cases.add(Case.of(path, "body", body)));
            cases.add(Case.of(path, "body", text.getBytes(StandardCharsets.UTF_16)));
            cases.add(Case.of(path, "body", text.getBytes(StandardCharsets.UTF_16LE)));
            cases.add(Case.of(
                    path, "body", Bodies.with(good, "unit", "\"\u00e9\"").getBytes(StandardCharsets.ISO_8859_1)));
            for (String bytes : new String[] {
                "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00f5\u0080\u0080\u0080", "\u00e2\u0082", "\u00ff"
            }) {
                byte[] invalid = Bodies.with(good, "unit", '"' + bytes + '"').getBytes(StandardCharsets.ISO_8859_1);
                cases.add(Case.of(path, "body", invalid));
            }
        });
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("badFields")
    void badField_isRejectedByName(Case bad) {
        call(bad).refused(400, "ledger:invalid-request", bad.field());
    }

    @ParameterizedTest
    @MethodSource("badBodies")
    @Tag("RQ-14")
    void badBody_isRejected_andItsRejectionReplayed(Case bad) {
        call(bad).refused(400, "ledger:invalid-request", bad.field());
        Call keyed = call(bad).key(Api.fresh());
        keyed.refused(400, "ledger:invalid-request", bad.field()).isOriginal();
        keyed.refused(400, "ledger:invalid-request", bad.field()).isReplayed();
    }

    private Call call(Case bad) {
        String path =
                bad.path().replace("LEDGER", ledger).replace("PENDING", pending).replace("COMMITTED", committed);
        return api.post(path).body(bad.bytes());
    }
}
