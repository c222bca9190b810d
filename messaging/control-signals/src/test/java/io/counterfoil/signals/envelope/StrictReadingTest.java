package io.counterfoil.signals.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no envelope is refused, by the name of the field and the limit. */
@Tag("SG-1")
class StrictReadingTest {

    private static final String SIGNAL =
            "{'timestamp':'2025-09-12T12:30:08Z','version':'1','kind':'signal','type':'swarm-start',"
                    + "'origin':'orchestrator-1','scope':{'swarmId':'swarm-42','role':'controller','instance':'marshal-1'},"
                    + "'correlationId':'attempt-1','idempotencyKey':'a1c3','data':{}}";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'version':'1',                     | ``                             | version        | is missing
            'version':'1'                      | 'version':1                    | version        | must be text
            'version':'1'                      | 'version':'2'                  | version        | must be "1"
            'kind':'signal'                    | 'kind':'Signal'                | kind           | is not one of signal, outcome, metric, alert
            'kind':'signal'                    | 'kind':null                    | kind           | must be text
            'type':'swarm-start'               | 'type':'swarm.start'           | type           | U+002E at index 5
            'type':'swarm-start'               | 'type':'swarm--start'          | type           | U+002D at index 6
            'type':'swarm-start'               | 'type':'-swarm'                | type           | U+002D at index 0
            'type':'swarm-start'               | 'type':'swarm-'                | type           | U+002D at index 5
            'type':'swarm-start'               | 'type':''                      | type           | has 1 to 40 characters, not 0
            'type':'swarm-start',              | ``                             | type           | is missing
            'swarm-42'                         | 'swarm.42'                     | scope.swarmId  | U+002E at index 5
            'swarm-42'                         | 42                             | scope.swarmId  | must be text
            'controller'                       | '*'                            | scope.role     | U+002A at index 0
            ,'instance':'marshal-1'            | ``                             | scope.instance | is missing
            'role'                             | 'rôle'                         | scope.r?le     | is not a field of a scope
            'correlationId':'attempt-1',       | ``                             | correlationId  | is missing
            'attempt-1'                        | 'attempt 1'                    | correlationId  | U+0020 at index 7
            'attempt-1'                        | null                           | correlationId  | must be text
            'idempotencyKey':'a1c3',           | ``                             | idempotencyKey | is missing
            'a1c3'                             | ''                             | idempotencyKey | is empty
            'a1c3'                             | null                           | idempotencyKey | must be text
            'a1c3'                             | 'a\\u0000'                     | idempotencyKey | control character at index 1
            'data':{}                          | 'data':[]                      | data           | must be an object
            ,'data':{}                         | ``                             | data           | is missing
            'data':{}                          | 'data':{},'replayOf':'a'       | replayOf       | is not a field of a message of kind signal
            'data':{}                          | 'data':{},'colour':'red'       | colour         | is not a field of a message of kind signal
            'data':{}                          | 'data':{},'type':'swarm-stop'  | type           | is repeated
            'data':{}                          | 'data':{'a':{'b':1,'b':2}}     | data.a.b       | is repeated
            'data':{}                          | 'data':{'a':'\\ud800'}         | data.a         | unpaired surrogate
            'data':{}                          | 'data':{'\\ud800':1}           | envelope       | unpaired surrogate
            'data':{}                          | 'data':{},'a !~\\u007f':1      | a?!~?          | is not a field of a message of kind signal
            'data':{}                          | 'data':{'a':1e99999999999}     | data.a         | out of range
            'data':{}                          | 'data':{'a':NaN}               | envelope       | is not readable as JSON
            '2025-09-12T12:30:08Z'             | '2025-09-12T12:30:08+02:00'    | timestamp      | RFC 3339 in UTC
            '2025-09-12T12:30:08Z'             | '2025-02-30T12:30:08Z'         | timestamp      | the calendar does not have
            '2025-09-12T12:30:08Z'             | 1757680208                     | timestamp      | must be text
            'orchestrator-1'                   | 'orchestrator 1'               | origin         | visible ASCII
            """)
    void message_withAFieldChanged_isRefusedByItsName(String part, String other, String field, String reason) {
        assertThat(SIGNAL).contains(part);

        InvalidEnvelopeException refused = refusal(SIGNAL.replace(part, other));

        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused.reason()).contains(reason);
        assertThat(refused).hasMessage(refused.field() + ": " + refused.reason());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                 | data.status        | is required
            {'status':'Running'}                                               | data.retryable     | is required
            {'status':'Running','retryable':'false'}                           | data.retryable     | is required
            {'status':'','retryable':false}                                    | data.status        | has 1 to 64 characters
            {'status':'F','retryable':false,'error':null}                      | data.error         | must be an object
            {'status':'F','retryable':false,'error':{'code':'x'}}              | data.error.message | is required
            {'status':'F','retryable':false,'error':{'code':'x','message':'y','why':1}} | data.error.why | is an unknown field
            """)
    void outcome_withoutWhatItMustSay_isRefusedByTheFieldsName(String data, String field, String reason) {
        String outcome = SIGNAL.replace("'signal'", "'outcome'").replace("'data':{}", "'data':" + data);

        InvalidEnvelopeException refused = refusal(outcome);

        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused.reason()).contains(reason);
    }

    @Test
    @Tag("SG-2")
    void metricAndAlert_mayHaveNullIds_butNoneMissing() {
        for (String kind : new String[] {"metric", "alert"}) {
            String message = SIGNAL.replace("signal", kind)
                    .replace("'attempt-1'", "null")
                    .replace("'a1c3'", "null");

            assertThat(Envelope.read(bytes(message)).attempt()).isEmpty();
            assertThat(Envelope.read(bytes(message)).action()).isEmpty();
            assertThat(refusal(message.replace("'idempotencyKey':null,", "")).field())
                    .isEqualTo("idempotencyKey");
        }
    }

    @Test
    void message_withSomethingAfterItsEnd_isRefused() {
        assertThat(refusal(SIGNAL + " {}").reason()).contains("content after its end");
        assertThat(refusal(SIGNAL + "]").reason()).contains("is not readable as JSON from line 1");
        assertThat(Envelope.read(bytes(" \n" + SIGNAL + "\n")).kind()).isEqualTo(EnvelopeKind.SIGNAL);
    }

    @Test
    void message_thatIsNoObject_isRefused() {
        for (String json : new String[] {"", "[]", "null", "'text'", "1"}) {
            assertThat(refusal(json).getMessage()).isEqualTo("envelope: is not a JSON object");
        }
        assertThat(refusal("{").reason()).startsWith("is not readable as JSON");
        assertThat(refusal("\ufeff" + SIGNAL).reason()).startsWith("is not readable as JSON");
    }

    @Test
    void message_thatIsNoUtf8_isRefused() {
        byte[] utf16 = SIGNAL.replace('\'', '"').getBytes(StandardCharsets.UTF_16BE);
        byte[] latin = SIGNAL.replace('\'', '"').replace("a1c3", "\u00e4").getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> Envelope.read(latin)).hasMessage("envelope: is not UTF-8");
        assertThatThrownBy(() -> Envelope.read(utf16)).isInstanceOf(InvalidEnvelopeException.class);
    }

    @Test
    void message_ofTheLargestSize_isRead_andALargerOneRefused() {
        String pad = "x".repeat(Data.MAX_BYTES - "{'a':''}".length());
        byte[] largest = padded(bytes(SIGNAL.replace("'data':{}", "'data':{'a':'" + pad + "'}")), Envelope.MAX_BYTES);

        assertThat(((Signal) Envelope.read(largest)).data().json()).hasSize(Data.MAX_BYTES);
        assertThatThrownBy(() -> Envelope.read(padded(largest, Envelope.MAX_BYTES + 1)))
                .hasMessage("envelope: has at most 262144 bytes, not 262145");
        assertThat(refusal(SIGNAL.replace("'data':{}", "'data':{'a':'x" + pad + "'}"))
                        .getMessage())
                .isEqualTo("data: has at most 258048 bytes as JSON in UTF-8, not 258049");
    }

    @Test
    void message_nestedAsDeepAsAllowed_isRead_andADeeperOneRefused() {
        String deepest = SIGNAL.replace("'data':{}", "'data':{'a':" + "[".repeat(30) + "]".repeat(30) + "}");

        assertThat(Envelope.read(bytes(deepest)).kind()).isEqualTo(EnvelopeKind.SIGNAL);
        assertThat(refusal(deepest.replace("[]", "[[]]")).reason()).contains("nested deeper than 32");
        assertThat(refusal(SIGNAL.replace("'data':{}", "'data':" + "{'a':".repeat(9_000)))
                        .reason())
                .contains("nested deeper than 32");
    }

    @Test
    void numbers_asLongAsAllowed_areRead_andLongerOnesRefused() {
        assertThat(Data.parse("{\"a\":" + "9".repeat(100) + "}").json()).hasSize(106);
        assertThatThrownBy(() -> Data.parse("{\"a\":" + "9".repeat(101) + "}"))
                .hasMessage("data.a: is a number of 101 characters: at most 100");
    }

    @Test
    void refusal_repeatsNothingOfTheMessage() {
        String secret = "hunter2";
        for (String message : new String[] {
            SIGNAL.replace("'signal'", "'" + secret + "'"),
            SIGNAL.replace("'data':{}", "'data':" + secret),
            SIGNAL.replace("attempt-1", secret + " "),
            SIGNAL.replace("2025-09-12T12:30:08Z", secret)
        }) {
            assertThat(refusal(message).getMessage()).doesNotContain(secret);
        }
        assertThat(refusal(SIGNAL.replace("'data'", "'\\n" + "\u00e4x".repeat(200) + "'"))
                        .field())
                .hasSize(64)
                .startsWith("??x?x");
    }

    @Test
    void order_ofTheFields_isFree() {
        Map<String, ?> any = Map.of("b", 1, "a", 2);
        Envelope read = Envelope.read(
                bytes(
                        "{'data':{'b':1,'a':2},'kind':'metric','idempotencyKey':null,'correlationId':null,'version':'1',"
                                + "'scope':{'instance':'c','role':'b','swarmId':'a'},'origin':'o','type':'t','timestamp':'2025-09-12T12:30:08.10Z'}"));

        assertThat(read.data()).isEqualTo(Data.of(any));
        assertThat(new String(read.toJson(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"timestamp\":\"2025-09-12T12:30:08.100Z\",\"version\":\"1\",\"kind\":\"metric\",\"type\":\"t\",\"origin\":\"o\","
                                + "\"scope\":{\"swarmId\":\"a\",\"role\":\"b\",\"instance\":\"c\"},"
                                + "\"correlationId\":null,\"idempotencyKey\":null,\"data\":{\"b\":1,\"a\":2}}");
    }

    private static byte[] padded(byte[] json, int length) {
        ByteArrayOutputStream padded = new ByteArrayOutputStream();
        padded.writeBytes(json);
        padded.writeBytes(" ".repeat(length - json.length).getBytes(StandardCharsets.UTF_8));
        return padded.toByteArray();
    }

    private static InvalidEnvelopeException refusal(String json) {
        byte[] bytes = bytes(json);
        return catchThrowableOfType(InvalidEnvelopeException.class, () -> Envelope.read(bytes));
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
