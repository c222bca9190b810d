package io.counterfoil.story.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.story.Limits;
import io.counterfoil.story.StoryReader;
import io.counterfoil.story.model.Line;
import io.counterfoil.story.model.Story;
import io.counterfoil.story.model.Unit;
import io.counterfoil.story.scan.LogSource;
import io.counterfoil.story.scan.Scan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One export of each collector, in each form in which it writes it: the line within is read as its application wrote it. */
@Tag("CO-11")
class CollectorLinesTest {

    private static final Instant TIME = Instant.parse("2026-03-01T10:15:30.123Z");

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Spring Boot's coloured console; a layout that colours the ID; rsyslog's form of an escape
                "\u001b[2m2026-03-01T10:15:30.123Z\u001b[0;39m \u001b[33m WARN\u001b[0;39m \u001b[35m4711\u001b[0;39m \u001b[2m---\u001b[0;39m \u001b[2m[shop] [main]\u001b[0;39m \u001b[2m\u001b[0;39m\u001b[36ma.B                 \u001b[0;39m \u001b[2m:\u001b[0;39m hello [corr_id=abcd.1]",
                "2026-03-01 10:15:30.123 \u001b[1;33mWARN\u001b[m [service=shop] a.B - hello [corr_id=\u001b[01;31m\u001b[Kabcd\u001b[m\u001b[K.1]",
                "#033[2m2026-03-01T10:15:30.123Z#033[0m #033[33m WARN#033[0m 1 --- [shop] [main] a.B : hello [corr_id=abcd.1]",
                // docker logs -t, alone and below Compose; kubectl logs --prefix, --timestamps; stern
                "2026-03-01T10:15:31.123456789Z 2026-03-01T10:15:30.123Z  WARN 1 --- [shop] [main] a.B : hello [corr_id=abcd.1]",
                "shop-1  | 2026-03-01T10:15:31.123456789Z 2026-03-01T10:15:30.123Z  WARN 1 --- [shop] [main] a.B : hello [corr_id=abcd.1]",
                "2026-03-01T10:15:31.123456789Z {\"@timestamp\":\"2026-03-01T10:15:30.123Z\",\"level\":\"WARN\",\"service\":\"shop\",\"logger\":\"a.B\",\"message\":\"hello\",\"corr_id\":\"abcd.1\"}",
                "[pod/web-7d9f-x2x/shop] 2026-03-01T10:15:30.123Z  WARN a.B - hello [corr_id=abcd.1]",
                "[pod/web-7d9f-x2x/shop] 2026-03-01T10:15:31.123456789Z 2026-03-01T10:15:30.123Z  WARN a.B - hello [corr_id=abcd.1]",
                "web-7d9f-x2x shop 2026-03-01T10:15:30.123Z  WARN a.B - hello [corr_id=abcd.1]",
                "web-7d9f-x2x \u203a shop {\"@timestamp\":\"2026-03-01T10:15:30.123Z\",\"level\":\"WARN\",\"logger\":\"a.B\",\"message\":\"hello\",\"corr_id\":\"abcd.1\"}",
                // Syslog: RFC 5424, with and without structured data, RFC 3164, with the ID in the structured data
                "<132>1 2026-03-01T10:15:31Z node shop 4711 ID47 - 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "<132>1 2026-03-01T10:15:31Z node shop 4711 - [x@1 a=\"\\]b\"][y@1] \ufeff2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "<132>1 2026-03-01T10:15:30.123Z node shop 4711 - - {\"logger\":\"a.B\",\"message\":\"hello\",\"corr_id\":\"abcd.1\"}",
                "<132>Mar  1 10:15:31 node shop[4711]: 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "Mar  1 10:15:31 node shop: 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                // journalctl: short-iso, short-iso-precise, short-precise, json, with an escape in it, with time and
                // level outside
                "2026-03-01T10:15:31+0000 node shop[4711]: 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "2026-03-01T10:15:30.123000+00:00 node shop[4711]: WARN a.B - hello [corr_id=abcd.1]",
                "Mar 01 10:15:31.123456 node shop[4711]: 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "{\"__CURSOR\":\"s=1\",\"__REALTIME_TIMESTAMP\":\"1772360131000000\",\"_SYSTEMD_UNIT\":\"shop.service\",\"SYSLOG_IDENTIFIER\":\"shop\",\"PRIORITY\":\"6\",\"MESSAGE\":\"2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]\"}",
                "{\"__CURSOR\":\"s=1\",\"__REALTIME_TIMESTAMP\":\"1772360130123000\",\"_SYSTEMD_UNIT\":\"shop.service\",\"PRIORITY\":\"4\",\"MESSAGE\":\"{\\\"logger\\\":\\\"a.B\\\",\\\"message\\\":\\\"hello\\\",\\\"corr_id\\\":\\\"abcd.1\\\"}\"}",
                "{\"__CURSOR\":\"s=1\",\"__REALTIME_TIMESTAMP\":\"1772360130123000\",\"SYSLOG_IDENTIFIER\":\"shop\",\"MESSAGE\":[27,91,51,51,109,87,65,82,78,27,91,109,32,97,46,66,32,45,32,104,101,108,108,111,32,91,99,111,114,114,95,105,100,61,97,98,99,100,46,49,93]}",
                // logcli: default, raw, jsonl; the answer of Loki's API
                "2026-03-01T10:15:31Z {app=\"shop\", pod=\"x\"} 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "2026-03-01T10:15:30.123Z {app=\"shop\"} {\"level\":\"WARN\",\"logger\":\"a.B\",\"message\":\"hello\",\"corr_id\":\"abcd.1\"}",
                "2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]",
                "{\"labels\":{\"app\":\"shop\"},\"line\":\"2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]\",\"timestamp\":\"2026-03-01T10:15:31Z\"}",
                "{\"status\":\"success\",\"data\":{\"resultType\":\"streams\",\"result\":[{\"stream\":{\"app\":\"shop\"},\"values\":[[\"1772360131000000000\",\"of another [corr_id=x]\"],[\"1772360130123000000\",\"WARN a.B - hello [corr_id=abcd.1]\"]]}],\"stats\":{}}}",
                // Elasticsearch, OpenSearch: an answer, pretty or not, a dump
                "{\"took\":3,\"hits\":{\"total\":{\"value\":1},\"hits\":[{\"_index\":\"logs\",\"_id\":\"1\",\"_source\":{\"@timestamp\":\"2026-03-01T10:15:30.123Z\",\"service\":{\"name\":\"shop\"},\"log\":{\"level\":\"WARN\",\"logger\":\"a.B\"},\"message\":\"hello\",\"corr_id\":\"abcd.1\"}}]}}",
                "{\n  \"took\" : 3,\n  \"hits\" : {\n    \"hits\" : [\n      {\n        \"_source\" : {\n          \"@timestamp\" : \"2026-03-01T10:15:30.123Z\",\n          \"service.name\" : \"shop\",\n          \"log.level\" : \"WARN\",\n          \"log.logger\" : \"a.B\",\n          \"message\" : \"hello\",\n          \"corr_id\" : \"abcd.1\"\n        }\n      }\n    ]\n  }\n}",
                "{\"_index\":\"logs\",\"_id\":\"1\",\"_score\":1,\"_source\":{\"@timestamp\":\"2026-03-01T10:15:30.123Z\",\"service\":\"shop\",\"level\":\"WARN\",\"logger_name\":\"a.B\",\"message\":\"hello\",\"corr_id\":\"abcd.1\"}}",
                // CloudWatch: aws logs filter-log-events, tail, a query, a subscription
                "{\n    \"events\": [\n        {\n            \"logStreamName\": \"ecs/shop/0123456789abcdef\",\n            \"timestamp\": 1772360131000,\n            \"message\": \"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]\",\n            \"ingestionTime\": 1772360132000,\n            \"eventId\": \"1\"\n        }\n    ],\n    \"searchedLogStreams\": []\n}",
                "2026-03-01T10:15:31.000000+00:00 ecs/shop/0123456789abcdef 2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]",
                "{\"results\":[[{\"field\":\"@timestamp\",\"value\":\"2026-03-01 10:15:31.000\"},{\"field\":\"@message\",\"value\":\"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]\"}]],\"status\":\"Complete\"}",
                "{\"messageType\":\"DATA_MESSAGE\",\"logGroup\":\"/shop\",\"logEvents\":[{\"id\":\"1\",\"timestamp\":1772360130123,\"message\":\"{\\\"service\\\":\\\"shop\\\",\\\"level\\\":\\\"WARN\\\",\\\"logger\\\":\\\"a.B\\\",\\\"message\\\":\\\"hello\\\",\\\"corr_id\\\":\\\"abcd.1\\\"}\"}]}{\"messageType\":\"DATA_MESSAGE\",\"logEvents\":[]}",
                // Google Cloud Logging: gcloud logging read, a sink
                "[\n  {\n    \"insertId\": \"1\",\n    \"jsonPayload\": {\n      \"corr_id\": \"abcd.1\",\n      \"logger\": \"a.B\",\n      \"message\": \"hello\"\n    },\n    \"resource\": {\n      \"labels\": {\n        \"container_name\": \"shop\"\n      },\n      \"type\": \"k8s_container\"\n    },\n    \"severity\": \"WARN\",\n    \"timestamp\": \"2026-03-01T10:15:30.123Z\"\n  }\n]",
                "{\"insertId\":\"1\",\"textPayload\":\"2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]\",\"resource\":{\"labels\":{\"container_name\":\"shop\"}},\"severity\":\"INFO\",\"timestamp\":\"2026-03-01T10:15:31Z\"}",
                // Fluent Bit, Fluentd, Vector
                "{\"date\":1772360131.5,\"stream\":\"stdout\",\"log\":\"2026-03-01T10:15:30.123Z WARN a.B - hello [corr_id=abcd.1]\",\"kubernetes\":{\"container_name\":\"shop\"}}",
                "[0] kube.shop: [[1772360131.500000000, {}], {\"log\"=>\"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello => [corr_id=abcd.1]\", \"stream\"=>\"stdout\"}]",
                "2026-03-01T10:15:30.123+00:00\tshop\t{\"message\":\"WARN a.B - hello [corr_id=abcd.1]\",\"service\":\"shop\"}",
                "{\"@timestamp\":\"2026-03-01T10:15:31Z\",\"message\":\"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]\",\"host\":\"node\"}",
                "{\"file\":\"/x\",\"host\":\"node\",\"message\":\"\\u001b[2m2026-03-01T10:15:30.123Z\\u001b[0m WARN [service=shop] a.B - hello [corr_id=abcd.1]\",\"source_type\":\"file\",\"timestamp\":\"2026-03-01T10:15:31Z\"}",
                // Datadog: CSV, JSON
                "Date,Host,Service,Status,Message\n\"2026-03-01T10:15:30.123Z\",\"node\",\"shop\",\"warn\",\"a.B - hello [corr_id=abcd.1]\"",
                "{\"data\":[{\"id\":\"1\",\"type\":\"log\",\"attributes\":{\"timestamp\":\"2026-03-01T10:15:30.123Z\",\"service\":\"shop\",\"status\":\"warn\",\"message\":\"hello\",\"attributes\":{\"logger\":\"a.B\",\"corr_id\":\"abcd.1\"}}}],\"meta\":{}}",
                // Splunk: raw, JSON by line and whole, CSV with a quoted break
                "{\"preview\":false,\"offset\":0,\"result\":{\"_time\":\"2026-03-01T10:15:31.000+00:00\",\"host\":\"node\",\"_raw\":\"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]\"}}",
                "{\"preview\":false,\"results\":[{\"_time\":\"2026-03-01T10:15:31.000+00:00\",\"_raw\":\"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]\"}]}",
                "\"_time\",source,\"_raw\"\n\"2026-03-01T10:15:29Z\",x,\"other\nlines\"\n\"2026-03-01T10:15:31Z\",x,\"2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1] \"\"quoted\"\"\"",
                "{\"time\":1772360130.123,\"host\":\"node\",\"event\":{\"service\":\"shop\",\"level\":\"WARN\",\"logger\":\"a.B\",\"message\":\"hello\",\"corr_id\":\"abcd.1\"}}",
                // OTLP: one export a line, its pretty form
                "{\"resourceLogs\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"shop\"}}]},\"scopeLogs\":[{\"scope\":{\"name\":\"a.B\"},\"logRecords\":[{\"timeUnixNano\":\"1772360130123000000\",\"severityText\":\"WARN\",\"body\":{\"stringValue\":\"hello\"},\"attributes\":[{\"key\":\"corr_id\",\"value\":{\"stringValue\":\"abcd.1\"}}]},{\"timeUnixNano\":\"1772360130123000000\",\"body\":{\"stringValue\":\"of another\"},\"attributes\":[{\"key\":\"corr_id\",\"value\":{\"stringValue\":\"x\"}}]}]}]}]}",
                "{\n \"resourceLogs\": [\n  {\n   \"resource\": {\"attributes\": [{\"key\": \"service.name\", \"value\": {\"stringValue\": \"shop\"}}]},\n   \"scopeLogs\": [{\"scope\": {\"name\": \"a.B\"}, \"logRecords\": [{\"observedTimeUnixNano\": \"1772360130123000000\", \"severityText\": \"WARN\",\n    \"body\": {\"kvlistValue\": {\"values\": [{\"key\": \"message\", \"value\": {\"stringValue\": \"hello\"}}]}}, \"attributes\": [{\"key\": \"corr_id\", \"value\": {\"stringValue\": \"abcd.1\"}}]}]}]\n  }\n ]\n}",
                // A pretty log of an application, as jq prints it
                "{\n  \"@timestamp\": \"2026-03-01T10:15:30.123Z\",\n  \"level\": \"WARN\",\n  \"logger\": \"a.B\",\n  \"service\": \"shop\",\n  \"message\": \"hello\",\n  \"corr_id\": \"abcd.1\"\n}\n{\n  \"message\": \"next\"\n}"
            })
    void exportOfACollector_isReadAsItsLine(String export) throws IOException {
        Line line = line(story(export.getBytes(StandardCharsets.UTF_8)));

        assertThat(line.time()).contains(TIME);
        assertThat(line.service()).isEqualTo("shop");
        assertThat(line.level()).isIn("WARN", "WARNING");
        assertThat(line.message()).contains("hello").doesNotContain("abcd.1", "[33m", "\\u001b", "#033");
        if (!line.logger().isEmpty()) {
            assertThat(line.logger()).isEqualTo("a.B");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1] |and |more",
                "2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello |and more|[corr_id=abcd.1]",
                "2026-03-01T10:15:30.123Z WARN [service=shop] a.B - hello [corr_id=abcd.1]|of [parent=abcd.1]"
            })
    void lineThatKubernetesHasSplit_isOneLine(String parts) throws IOException {
        StringBuilder log = new StringBuilder("2026-03-01T10:15:31Z stdout F whole\n");
        String[] texts = parts.split("\\|", -1);
        for (int i = 0; i < texts.length; i++) {
            log.append("2026-03-01T10:15:31Z stdout ")
                    .append(i < texts.length - 1 ? "P " : "F ")
                    .append(texts[i])
                    .append('\n');
        }
        log.append("2026-03-01T10:15:32Z stdout F whole\n");

        Line line = line(story(log.toString().getBytes(StandardCharsets.UTF_8)));

        assertThat(line.time()).contains(TIME);
        assertThat(line.level()).isEqualTo("WARN");
        assertThat(line.message()).startsWith("hello").doesNotContain("whole");
        assertThat(line.origin().offset()).isEqualTo(36);
    }

    @Test
    void lineThatDockerHasSplit_isOneLine() throws IOException {
        String part = "{\"log\":\"%s\",\"stream\":\"stdout\",\"time\":\"2026-03-01T10:15:31Z\"}\n";
        String log = part.formatted("{\\\"message\\\":\\\"hello " + "x".repeat(16_384))
                + part.formatted("\\\",\\\"level\\\":\\\"WARN\\\",\\\"corr_id\\\":\\\"abcd.1\\\"}\\n");

        Line line = line(story(log.getBytes(StandardCharsets.UTF_8)));

        assertThat(line.level()).isEqualTo("WARN");
        assertThat(line.message()).startsWith("hello xxx");
    }

    @Test
    void lineInWhichNoIdCanBeRead_isCounted() throws IOException {
        Story story = story("""
                2026-03-01T10:15:30Z INFO read [corr_id=abcd]
                2026-03-01T10:15:31Z INFO a form that is not known (correlation abcd.1)
                2026-03-01T10:15:32Z INFO of another [corr_id=x], which mentions abcd
                2026-03-01T10:15:33Z INFO abcdef and xabcd are other words
                2026-03-01T10:15:34Z INFO unknown again: abcd.
                """.getBytes(StandardCharsets.UTF_8));

        assertThat(story.reading().unread()).isEqualTo(2);
        assertThat(story.notes())
                .singleElement()
                .satisfies(note -> assertThat(note.text())
                        .startsWith("2 lines are not in the story, because no correlation ID could be read")
                        .contains("see byte 46 of "));
        assertThat(story.units().map(Unit::id)).containsExactly("abcd");
    }

    @Test
    void fileThatIsPackedInAnUnknownWay_isNamed() throws IOException {
        Story story = story("BZh91AY&SY....abcd".getBytes(StandardCharsets.UTF_8));

        assertThat(story.notes())
                .singleElement()
                .satisfies(note -> assertThat(note.text())
                        .endsWith("orders.log is packed in a way that is not read: none of its lines was searched"));
    }

    @Test
    void documentThatBreaksOff_isReadUntilThere_andNamed() throws IOException {
        Story story = story(
                "[\n{\"corr_id\":\"abcd\",\"message\":\"hello\"},\n{\"corr_id\":".getBytes(StandardCharsets.UTF_8));

        assertThat(story.units().map(Unit::id)).containsExactly("abcd");
        assertThat(story.notes())
                .singleElement()
                .satisfies(note -> assertThat(note.text()).contains("cannot be read completely"));
    }

    /** A log of one object on each line stays one, whatever arrays its first line has. */
    @Test
    void lineWithAnArrayOfItsOwn_isNoDocument() throws IOException {
        Story story = story("""
                {"@timestamp":"2026-03-01T10:15:30.123Z","message":"first","items":[{"message":"x"}],"corr_id":"abcd"}
                {"@timestamp":"2026-03-01T10:15:31.123Z","message":"second","corr_id":"abcd"}
                """.getBytes(StandardCharsets.UTF_8));

        assertThat(story.units().flatMap(unit -> unit.lines().stream()).map(Line::message))
                .containsExactly("first", "second");
    }

    /** Of text that is made to be read slowly, each pattern gives up in time that grows with its length. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T10:15:30Z {;app=\"",
                "2026-03-01T10:15:30+00:00 ;/",
                "<1>1 a b c d e [;a=\"\\\\]",
                "2026-03-01T10:15:30Z a ;b[1]",
                "[0] ;a.",
                "a ;a-",
                "[pod/;x/",
                "Mar  1 10:15:30 a ;b[",
                ";<1>1 a b c d e - ",
                ";2026-03-01T10:15:31.123456789Z ",
                ";\u001b[0"
            })
    @Timeout(600)
    void hostileBeginning_isGivenUpInTime(String text) throws IOException {
        String[] parts = text.split(";", -1);
        String line = parts[0] + parts[1].repeat(500_000 / parts[1].length()) + "[corr_id=abcd.1\n";

        assertThat(story(line.getBytes(StandardCharsets.UTF_8)).units().map(Unit::id))
                .contains("abcd.1");
    }

    @Test
    void compressedExport_isReadToo() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write("[\n {\n  \"corr_id\": \"abcd.1\",\n  \"message\": \"hello\"\n }\n]"
                    .getBytes(StandardCharsets.UTF_8));
        }

        assertThat(line(story(packed.toByteArray())).message()).isEqualTo("hello");
    }

    private static Line line(Story story) {
        assertThat(story.notes()).isEmpty();
        List<Unit> units =
                story.units().filter(unit -> unit.id().equals("abcd.1")).toList();
        assertThat(units).hasSize(1);
        assertThat(units.get(0).lines()).hasSize(1);
        return units.get(0).lines().get(0);
    }

    private Story story(byte[] export) throws IOException {
        Path log = Files.write(directory.resolve("orders.log"), export);
        try (Scan scan = new Scan(List.of(LogSource.of(0, log.toString(), log)), 2, false)) {
            return new StoryReader("abcd", Limits.DEFAULT, Duration.ofSeconds(1), () -> ZoneOffset.UTC).read(scan);
        }
    }
}
