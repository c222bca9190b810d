package io.counterfoil.story.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.model.Line;
import io.counterfoil.story.scan.FollowingLines;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.LogSource.Packing;
import io.counterfoil.story.scan.PrecedingLines;
import io.counterfoil.story.scan.RawLine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One line of each encoder, in the form that it writes. */
@Tag("CO-11")
@Tag("SG-8")
class LineParserTest {

    private static final Instant TIME = Instant.parse("2026-03-01T10:15:30.123Z");

    @ParameterizedTest
    @ValueSource(strings = {"1e-99999999", "1e-999999", "0e99999999", "0.1e-2147483647", "1e99999999999", "-1e-101"})
    @Timeout(600)
    void timeOfAHugeNumber_isEmpty(String number) {
        LogLine found = parse("{\"time\":" + number + ",\"corr_id\":\"abcd.1\",\"message\":\"tiny\"}");

        assertThat(found.id()).isEqualTo("abcd.1");
        assertThat(found.line().message()).isEqualTo("tiny");
        assertThat(found.line().time()).isEmpty();
    }

    /** Text that a client may put into a value that is logged unescaped. */
    @Test
    void idsAfterAnotherValue_inTheMessageOfAnObject_areIgnored() {
        LogLine found = parse("""
                {"corr_id":"abcd.1","message":"Request executed [request_id=x] Replacing correlation id [new_corr_id=VICTIM] [y] [status=201]"}""");

        assertThat(found.id()).isEqualTo("abcd.1");
        assertThat(found.newId()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Replacing correlation id [corr_id=abcd.1] [new_corr_id=efgh]",
                "Replacing correlation id [new_corr_id=efgh]",
                "Replacing correlation id new_corr_id: efgh"
            })
    void replacement_inTheMessageOfAnObject_isRead(String message) {
        assertThat(parse("{\"corr_id\":\"abcd.1\",\"message\":\"" + message + "\"}")
                        .newId())
                .isEqualTo("efgh");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T10:15:30.123Z INFO [corr_id=abcd] a.B - done [request_id=x attempt=9 y] [client=shop one] [attempt=2]",
                "{\"corr_id\":\"abcd\",\"message\":\"done [request_id=x attempt=9 y] [client=shop one] [attempt=2]\"}",
                "{\"corr_id\":\"abcd\",\"message\":\"done\",\"request_id\":\"x attempt=9 y\",\"client\":\"shop one\",\"attempt\":\"2\"}"
            })
    void valueInBrackets_isWhole_andNamesNoOtherField(String text) {
        Line line = parse(text).line();

        assertThat(line.idempotencyKey()).contains("x attempt=9 y");
        assertThat(line.client()).contains("shop one");
        assertThat(line.attempt()).contains("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Spring Boot, ECS
                """
                {"@timestamp":"2026-03-01T10:15:30.123Z","log":{"level":"WARN","logger":"a.B"},"process":{"pid":1,"thread":{"name":"main"}},"service":{"name":"shop","node":{}},"message":"hello","corr_id":"abcd.1","idempotency_key":"k","attempt_id":"2","ecs":{"version":"8.11"}}""",
                // ECS with dots in its keys
                """
                {"@timestamp":"2026-03-01T10:15:30.123Z","log.level":"WARN","message":"hello","service.name":"shop","log.logger":"a.B","labels":{"corr_id":"abcd.1"},"idempotencyKey":"k","attemptId":2}""",
                // Spring Boot, GELF
                """
                {"version":"1.1","short_message":"hello","timestamp":1772360130.123,"level":4,"_level_name":"WARN","host":"shop","_log_logger":"a.B","_corr_id":"abcd.1","_idempotency_key":"k","_attempt_id":"2"}""",
                // Logstash
                """
                {"@timestamp":"2026-03-01T11:15:30.123+01:00","@version":"1","message":"hello","logger_name":"a.B","thread_name":"main","level":"WARN","level_value":30000,"service":"shop","corr_id":"abcd.1","Idempotency-Key":"k","idempotency_attempt":"2"}""",
                // Logback's JsonEncoder
                """
                {"sequenceNumber":0,"timestamp":1772360130123,"level":"WARN","threadName":"main","loggerName":"a.B","context":{"name":"default"},"mdc":{"corr_id":"abcd.1","application":"x"},"kvpList":[{"idempotency_key":"k"},{"attempt_id":"2"}],"application":"shop","message":"{}","formattedMessage":"hello"}""",
                // Log4j2's JsonLayout and JsonTemplateLayout
                """
                {"instant":{"epochSecond":1772360130,"nanoOfSecond":123000000},"thread":"main","level":"WARN","loggerName":"a.B","message":"hello","contextMap":{"corr_id":"abcd.1","idempotency_key":"k","attempt_id":"2"},"application":"shop"}""",
                // Spring Boot, text
                "2026-03-01T10:15:30.123Z  WARN 4711 --- [shop] [main] a.B                 : hello [corr_id=abcd.1] [idempotency_key=k] [attempt_id=2]",
                // Logback, text
                "2026-03-01 10:15:30,123 [main] WARN  a.B - hello [corr_id=abcd.1] [service=shop] [idempotencyKey=k] [attemptId=2]",
                // Counterfoil's own lines
                "2026-03-01T10:15:30.123Z WARN  [service=shop] [corr_id=abcd.1] a.B - hello [request_id=k] [attempt=2]",
                """
                {"@timestamp":"2026-03-01T10:15:30.123Z","message":"hello [request_id=k] [attempt=2]","logger_name":"a.B","level":"WARN","service":"shop","corr_id":"abcd.1"}"""
            })
    void lineOfEachEncoder_isRead(String text) {
        LogLine found = parse(text);

        assertThat(found.defect()).isEqualTo(LogLine.Defect.NONE);
        assertThat(found.id()).isEqualTo("abcd.1");
        Line line = found.line();
        assertThat(line.time()).contains(TIME);
        assertThat(line.service()).isEqualTo("shop");
        assertThat(line.level()).isEqualTo("WARN");
        assertThat(line.logger()).isEqualTo("a.B");
        assertThat(line.message()).startsWith("hello").doesNotContain("abcd.1");
        assertThat(line.idempotencyKey()).contains("k");
        assertThat(line.attempt()).contains("2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Docker's json-file: text, JSON
                """
                {"log":"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]\\n","stream":"stdout","time":"2026-03-01T10:15:31.5Z"}""",
                """
                {"log":"{\\"message\\":\\"hello\\",\\"level\\":\\"WARN\\",\\"logger\\":\\"a.B\\",\\"service\\":\\"shop\\",\\"corr_id\\":\\"abcd.1\\"}\\n","stream":"stdout","time":"2026-03-01T10:15:30.123Z"}""",
                """
                {"log":"{\\"message\\":\\"hello [corr_id=x] {\\\\\\"corr_id\\\\\\":\\\\\\"y\\\\\\"}\\",\\"level\\":\\"WARN\\",\\"logger\\":\\"a.B\\",\\"corr_id\\":\\"abcd.1\\"}\\n","attrs":{"tag":"shop"},"time":"2026-03-01T10:15:30.123Z"}""",
                // Kubernetes
                """
                2026-03-01T10:15:30.123Z stdout F {"message":"hello","level":"WARN","logger":"a.B","service":"shop","corr_id":"abcd.1"}""",
                "2026-03-01T10:15:31.000000000Z stderr P 2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]",
                "2026-03-01T10:15:30.123Z stdout F:tag WARN a.B - hello [corr_id=abcd.1] [service=shop]",
                // Fluent Bit in Kubernetes
                """
                {"time":"2026-03-01T10:15:30.123Z","stream":"stdout","log":"WARN a.B - hello [corr_id=abcd.1]","kubernetes":{"host":"node","container_name":"shop"}}""",
                // Docker Compose
                """
                shop-1  | {"@timestamp":"2026-03-01T10:15:30.123Z","message":"hello","level":"WARN","logger":"a.B","corr_id":"abcd.1"}""",
                "shop | 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "shop_2 | 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                // Filebeat, Loki, the journal
                """
                {"@timestamp":"2026-03-01T10:15:31Z","log":{"file":{"path":"/x"}},"host":{"name":"node"},"message":"{\\"time\\":\\"2026-03-01T10:15:30.123Z\\",\\"message\\":\\"hello\\",\\"level\\":\\"WARN\\",\\"logger\\":\\"a.B\\",\\"service\\":\\"shop\\",\\"corr_id\\":\\"abcd.1\\"}"}""",
                """
                {"labels":{},"line":"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]","timestamp":"2026-03-01T10:15:31Z"}""",
                """
                {"MESSAGE":"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]","PRIORITY":"6"}""",
                // JSON after text
                """
                <14>1 2026-03-01T10:15:30.123Z node - {"message":"hello","level":"WARN","logger":"a.B","service":"shop","corr_id":"abcd.1"}\s""",
                // Two wrappings
                """
                shop-1  | 2026-03-01T10:15:30.123Z stdout F {"log":"WARN a.B - hello [corr_id=abcd.1]\\n"}"""
            })
    void wrappedLine_isUnwrapped(String text) {
        LogLine found = parse(text);

        assertThat(found.defect()).isEqualTo(LogLine.Defect.NONE);
        assertThat(found.id()).isEqualTo("abcd.1");
        Line line = found.line();
        assertThat(line.time()).contains(TIME);
        assertThat(line.service()).isEqualTo("shop");
        assertThat(line.level()).isEqualTo("WARN");
        assertThat(line.logger()).isEqualTo("a.B");
        assertThat(line.message()).startsWith("hello").doesNotContain("\n");
        LineIds quick = LineIds.of(text.getBytes(StandardCharsets.UTF_8));
        assertThat(!quick.certain() || quick.id().equals("abcd.1")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A message that quotes an object
                "{\"message\":\"got {\\\"corr_id\\\":\\\"x\\\"}\",\"corr_id\":\"abcd.1\"}",
                "{\"message\":\"{\\\"corr_id\\\":\\\"x\\\"}\",\"corr_id\":\"abcd.1\"}",
                "{\"log\":\"[corr_id=x]\",\"mdc\":{\"corr_id\":\"abcd.1\"}}",
                "2026-03-01T10:15:30Z INFO [corr_id=abcd.1] got {\"message\":\"m\",\"corr_id\":\"x\"}",
                "2026-03-01T10:15:30Z INFO got {\"message\":\"m\",\"corr_id\":\"x\"} [corr_id=abcd.1]",
                // Escapes before the name
                "{\"message\":\"a\\ncorr_id=abcd.1 [corr_id=x]\"}",
                "shop: {\"message\":\"a\\ncorr_id=abcd.1 [corr_id=x]\"}",
                // Not a wrapping
                "{\"line\":42,\"log\":\"a.B\",\"message\":\"hello [corr_id=abcd.1]\"}",
                "{} items [corr_id=abcd.1]",
                "{\"message\":\"{} items [corr_id=abcd.1]\"}",
                "{\"corr_id\":\"abcd.1\"} {\"corr_id\":\"x\"}",
                "{\"log\":\"{\\\"corr_id\\\":\\\"abcd.1\\\",\\\"message\\\":\\\"[corr_id=x]",
                "{\"log\":\"{\\\"corr_id\\\":\\\"abcd.1\\\"\"}",
                // A number
                "{\"mdc\":{\"corr_id\":\"abcd.1\"},\"message\":\"[corr_id=x]\",\"n\":{\"m\":{\"corr_id\":7}}}"
            })
    void idOfALine_isItsOwn_notAQuotedOne(String text) {
        assertThat(parse(text).id()).isEqualTo("abcd.1");
        LineIds quick = LineIds.of(text.getBytes(StandardCharsets.UTF_8));
        assertThat(!quick.certain() || quick.id().equals("abcd.1")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INFO  | jvm 1    | 2026/03/01 10:15:30 | hello [corr_id=a]",
                "2026-03-01T10:15:30.123Z | INFO | hello [corr_id=a]",
                "left | right [corr_id=a]"
            })
    void barsWithoutAServiceBefore_areNoWrapping(String text) {
        assertThat(parse(text).line().service()).isEqualTo("orders");
    }

    @Test
    void textBeforeAnObjectWithoutMessage_isTheMessage() {
        assertThat(parse("2026-03-01T10:15:30Z INFO a.B - paid {\"corr_id\":\"a\",\"amount\":1}")
                        .line()
                        .message())
                .isEqualTo("paid {\"corr_id\":\"a\",\"amount\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"corr_id\":\"a\",\"message\":\"failed\",\"stack_trace\":\"x.E: boom\\n\\tat a.B.c(B.java:1)\\n\"}",
                "{\"corr_id\":\"a\",\"message\":\"failed\",\"error\":{\"type\":\"x.E\",\"message\":\"boom\",\"stack_trace\":\"x.E: boom\\n\\tat a.B.c(B.java:1)\"}}",
                "{\"corr_id\":\"a\",\"message\":\"failed\",\"exception\":\"x.E: boom\\n\\tat a.B.c(B.java:1)\"}",
                "{\"_corr_id\":\"a\",\"short_message\":\"failed\",\"full_message\":\"failed\\nx.E: boom\\n\\tat a.B.c(B.java:1)\"}",
                "{\"_corr_id\":\"a\",\"short_message\":\"failed\",\"full_message\":\"x.E: boom\\n\\tat a.B.c(B.java:1)\"}",
                "{\"corr_id\":\"a\",\"message\":\"failed\\nx.E: boom\\n\\tat a.B.c(B.java:1)\",\"stack_trace\":\"x.E: boom\\n\\tat a.B.c(B.java:1)\"}",
                "{\"corr_id\":\"a\",\"message\":\"failed\",\"exception\":{\"exception_class\":\"x.E\",\"stacktrace\":\"x.E: boom\\n\\tat a.B.c(B.java:1)\"}}",
                "{\"corr_id\":\"a\",\"message\":\"failed\",\"thrown\":{\"name\":\"x.E\",\"message\":\"boom\",\"extendedStackTrace\":[{\"class\":\"a.B\",\"method\":\"c\",\"file\":\"B.java\",\"line\":1,\"exact\":true}]}}"
            })
    void stackTraceInJson_followsTheMessage(String text) {
        assertThat(parse(text).line().message()).isEqualTo("failed\nx.E: boom\n\tat a.B.c(B.java:1)");
    }

    @Test
    void exceptionObject_isFormattedAsJavaDoes() {
        // Logback's JsonEncoder
        assertThat(parse("""
                        {"mdc":{"corr_id":"a"},"message":"failed","throwable":{"className":"x.E","message":"boom","stepArray":[
                        {"className":"a.B","methodName":"c","fileName":"B.java","lineNumber":1},
                        {"className":"a.B","methodName":"native"}],"commonFramesCount":0,
                        "cause":{"className":"y.F","stepArray":["a.G.h(G.java)"],"commonFramesCount":7}},"level":"ERROR"}""").line()).satisfies(line -> {
            assertThat(line.message()).isEqualTo("""
                            failed
                            x.E: boom
                            \tat a.B.c(B.java:1)
                            \tat a.B.native(Unknown Source)
                            Caused by: y.F
                            \tat a.G.h(G.java)
                            \t... 7 more""");
            assertThat(line.level()).isEqualTo("ERROR");
        });
        // Quarkus has an object round each cause.
        assertThat(parse(
                                "{\"corr_id\":\"a\",\"exception\":{\"exceptionType\":\"x.E\",\"causedBy\":{\"exception\":{\"exceptionType\":\"y.F\",\"message\":\"m\"}}}}")
                        .line()
                        .message())
                .isEqualTo("x.E\nCaused by: y.F: m");
    }

    @Test
    void endlessCauses_areTruncated() {
        String causes = "{\"name\":\"E\",\"cause\":".repeat(400) + "1" + "}".repeat(400);

        assertThat(parse("{\"corr_id\":\"a\",\"message\":\"m\",\"thrown\":" + causes + "}")
                        .line()
                        .message())
                .hasLineCount(18);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.E: boom\n\tat a.B.c(B.java:1)\nCaused by: y.F\n\t... 7 more",
                "java.lang.IllegalStateException: two\nlines of it\n\tat a.B.c(B.java:1)",
                "java.lang.NullPointerException",
                "java.lang.NullPointerException: null",
                "    its second line\n\tand its third",
                "x.E: a\n    at a.B.c(B.java:1)\n    Suppressed: y.F: of\nmany lines\n        at a.B.c(B.java:1)\n... 3 more"
            })
    void linesAfterATextLine_areItsContinuation(String trace) {
        for (String next : new String[] {
            "",
            "2026-03-01T10:15:31Z INFO next",
            "10:15:31 INFO next",
            "\n  after a blank line",
            "[main] next",
            "  indented [corr_id=b]",
            "next",
            "{\"message\":\"next\"}"
        }) {
            assertThat(parse("2026-03-01T10:15:30Z ERROR a.B - failed [corr_id=a]", trace + "\n" + next)
                            .line()
                            .message())
                    .as(next)
                    .isEqualTo("failed\n" + trace);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "next line\n\tat a.B.c(B.java:1)",
                "Exception\n\tat a.B.c(B.java:1)",
                "a.b.Service started",
                "a.b.Service: started\nnext",
                "a.b.Service: started\n10:15:31 ERROR next\n\tat a.B.c(B.java:1)",
                "a.b.Service: started\na\nb\nc\nd\ne\nf\ng\nh\ni\n\tat a.B.c(B.java:1)",
                "2026-03-01T10:15:31Z ERROR next\n\tat a.B.c(B.java:1)"
            })
    void linesOfOtherEvents_areNoContinuation(String next) {
        assertThat(parse("2026-03-01T10:15:30Z ERROR a.B - failed [corr_id=a]", next)
                        .line()
                        .message())
                .isEqualTo("failed");
    }

    /** As Spring Boot prints one in text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.IllegalStateException: broken\n\tat a.B.c(B.java:1)\nCaused by: y.F\n\t... 7 more",
                "java.lang.IllegalStateException: two\nlines of it\n\tat a.B.c(B.java:1)",
                "x.E: boom\n\tat a.B.c(B.java:1)"
            })
    void traceAfterABlankLine_isAContinuation(String trace) {
        for (String blank : new String[] {"\n", "\r\n", " \n"}) {
            assertThat(parse(
                                    "2026-03-01T10:15:30Z ERROR a.B - failed [corr_id=a]",
                                    blank + trace + "\n\n2026-03-01T10:15:31Z INFO next")
                            .line()
                            .message())
                    .isEqualTo("failed\n" + trace);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\n  indented",
                "\n\tat a.B.c(B.java:1)",
                "\n\njava.lang.IllegalStateException: after two\n\tat a.B.c(B.java:1)",
                "\nnext\n\tat a.B.c(B.java:1)",
                "\n2026-03-01T10:15:31Z ERROR next\n\tat a.B.c(B.java:1)"
            })
    void otherLinesAfterABlankLine_areNoContinuation(String next) {
        assertThat(parse("2026-03-01T10:15:30Z ERROR a.B - failed [corr_id=a]", next)
                        .line()
                        .message())
                .isEqualTo("failed");
    }

    @Test
    void linesAfterAWrappedLine_areItsContinuation_ifOfTheSameService() {
        String docker = "{\"log\":\"%s\\n\",\"stream\":\"stdout\",\"time\":\"2026-03-01T10:15:30Z\"}";
        String frame = "\\tat a.B.c(B.java:1)";
        assertThat(parse(
                                docker.formatted("failed [corr_id=a]"),
                                docker.formatted("x.E: boom") + "\n" + docker.formatted(frame))
                        .line()
                        .message())
                .isEqualTo("failed\nx.E: boom\n\tat a.B.c(B.java:1)");
        String kubernetes = "2026-03-01T10:15:30Z stdout F ";
        assertThat(parse(kubernetes + "failed [corr_id=a]", kubernetes + "x.E: boom\n" + kubernetes + "\tat a.B.c")
                        .line()
                        .message())
                .isEqualTo("failed\nx.E: boom\n\tat a.B.c");
        assertThat(parse(
                                "shop-1  | failed [corr_id=a]",
                                "shop-1  | x.E: boom\nshop-1  | \tat a.B.c\nmail-1  | \tat other")
                        .line()
                        .message())
                .isEqualTo("failed\nx.E: boom\n\tat a.B.c");
    }

    @Test
    void linesAfterAnObject_areNoContinuation() {
        assertThat(parse("{\"corr_id\":\"a\",\"message\":\"m\"}", "  indented")
                        .line()
                        .message())
                .isEqualTo("m");
    }

    @Test
    void longTrace_isTruncatedLikeMessages() {
        assertThat(parse("failed [corr_id=a]", "\tat a.B.c(B.java:1)\n".repeat(5_000))
                        .line()
                        .message())
                .hasSize(Line.MAX_MESSAGE + 1)
                .endsWith("…");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x Replacing correlation id [corr_id=old] [new_corr_id=new]",
                "{\"message\":\"Replacing correlation id [corr_id=old] [new_corr_id=new]\"}",
                "{\"message\":\"Replacing correlation id\",\"mdc\":{\"corr_id\":\"old\"},\"new_corr_id\" : \"new\"}",
                "{\"short_message\":\"Replacing correlation id\",\"_corr_id\":\"old\",\"_new_corr_id\":\"new\"}",
                "time=1 msg=\"Replacing correlation id\" corr_id=old new_corr_id=new."
            })
    void replacement_isRead_withAndWithoutParsing(String text) {
        LogLine parsed = parse(text);

        assertThat(LineIds.of(text.getBytes(StandardCharsets.UTF_8)))
                .satisfies(ids ->
                        assertThat(List.of(ids.id(), ids.newId(), ids.oldId())).containsExactly("old", "new", ""));
        assertThat(parsed.id()).isEqualTo("old");
        assertThat(parsed.newId()).isEqualTo("new");
        assertThat(parsed.oldId()).isEmpty();
    }

    @Test
    void service_withoutAName_isTheFileName() {
        assertThat(parse("hello [corr_id=a]").line().service()).isEqualTo("orders");
    }

    @Test
    void message_keepsLineBreaks_andEscapesOtherControls() {
        assertThat(parse("{\"corr_id\":\"a\",\"message\":\"one\\r\\n\\tat two\\u001b[2J\\u202e\"}")
                        .line()
                        .message())
                .isEqualTo("one\n\tat two\\u001b[2J\\u202e");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-13-45T99:99:99Z x [corr_id=a]",
                "10:15:30.123 INFO x [corr_id=a]",
                "{\"corr_id\":\"a\",\"@timestamp\":\"yesterday\"}",
                "{\"corr_id\":\"a\",\"timestamp\":1e999}",
                "{\"corr_id\":\"a\",\"instant\":{\"epochSecond\":\"x\"}}"
            })
    void invalidTime_isEmpty(String text) {
        assertThat(parse(text).line().time()).isEqualTo(Optional.empty());
        assertThat(parse(text).id()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[corr_id=]",
                "[corr_id=.]",
                "[corr_id=a..b]",
                "corr_id",
                "{\"corr_id\":{}}",
                "[my_corr_id=a]",
                "{\"corr_id\":1e5.}"
            })
    void invalidId_isEmpty(String text) {
        assertThat(parse(text).id()).isEmpty();
    }

    private static LogLine parse(String text) {
        return parse(text, "");
    }

    private static LogLine parse(String text, String nextLines) {
        LogSource source = new LogSource(0, "logs/orders.log.1", Path.of("orders"), Packing.PLAIN);
        return new LineParser(() -> ZoneOffset.UTC)
                .parse(new RawLine(
                        source,
                        0,
                        text.getBytes(StandardCharsets.UTF_8),
                        false,
                        PrecedingLines.none(),
                        FollowingLines.of(nextLines.getBytes(StandardCharsets.UTF_8))));
    }
}
