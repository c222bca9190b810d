package io.counterfoil.story.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.Line;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.LogSource.Packing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One line of each encoder, as it writes them. */
@Tag("CO-11")
@Tag("SG-8")
class LineParserTest {

    private static final Instant TIME = Instant.parse("2026-03-01T10:15:30.123Z");

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
                "x Replacing correlation id [corr_id=old] [new_corr_id=new]",
                "{\"message\":\"Replacing correlation id [corr_id=old] [new_corr_id=new]\"}",
                "{\"message\":\"Replacing correlation id\",\"mdc\":{\"corr_id\":\"old\"},\"new_corr_id\" : \"new\"}",
                "{\"short_message\":\"Replacing correlation id\",\"_corr_id\":\"old\",\"_new_corr_id\":\"new\"}",
                "time=1 msg=\"Replacing correlation id\" corr_id=old new_corr_id=new."
            })
    void replacement_isRead_withAndWithoutParsing(String text) {
        LogLine parsed = parse(text);

        assertThat(LineIds.of(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(new LineIds("old", "new", ""));
        assertThat(parsed.id()).isEqualTo("old");
        assertThat(parsed.newId()).isEqualTo("new");
        assertThat(parsed.oldId()).isEmpty();
    }

    @Test
    void service_isTheFilesName_whereTheLineHasNone() {
        assertThat(parse("hello [corr_id=a]").line().service()).isEqualTo("orders");
    }

    @Test
    void message_keepsItsLines_andNothingElseThatMovesACursor() {
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
    void timeThatIsNone_isEmpty(String text) {
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
    void idThatIsNone_isEmpty(String text) {
        assertThat(parse(text).id()).isEmpty();
    }

    private static LogLine parse(String text) {
        LogSource source = new LogSource(0, "logs/orders.log.1", Path.of("orders"), Packing.PLAIN);
        return new LineParser(ZoneOffset.UTC).parse(source, 0, text.getBytes(StandardCharsets.UTF_8), false);
    }
}
