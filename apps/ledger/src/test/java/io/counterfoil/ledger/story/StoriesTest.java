package io.counterfoil.ledger.story;

import static io.counterfoil.ledger.story.WrittenLog.append;
import static io.counterfoil.ledger.story.WrittenLog.line;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.correlation.CorrelationId;
import io.counterfoil.samples.support.story.LogFiles;
import io.counterfoil.samples.support.story.LogStories;
import io.counterfoil.samples.support.story.StoryPages;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.http.ResponseEntity;

/** Where stories are told, and how many at once. */
@Timeout(300)
@Tag("CO-11")
class StoriesTest {

    private static final CorrelationId ID = CorrelationId.parse("abcd.1");

    @TempDir
    private Path logs;

    @ParameterizedTest
    @CsvSource({
        "true,  false, true,  ''",
        "true,  ,      true,  ''",
        "false, false, true,  playground",
        ",      false, true,  playground",
        "true,  true,  true,  API keys",
        "true,  false, false, logging.file.name",
    })
    void stories_areToldOnATrialWithALogAlone(String playground, String apiKeys, boolean logged, String whyNot) {
        Map<String, Object> settings = new HashMap<>();
        if (playground != null) {
            settings.put("ledger.playground.enabled", playground);
        }
        if (apiKeys != null) {
            settings.put("ledger.api-keys.enabled", apiKeys);
        }
        if (logged) {
            settings.put("logging.file.name", logs.resolve("service.log").toString());
        }
        Stories stories = new Stories(environment(settings));

        ResponseEntity<?> answer = story(new StoryController(stories));

        assertThat(stories.pathOf(ID).orElse("none")).isEqualTo(whyNot.isEmpty() ? "/story/abcd.1" : "none");
        assertThat(answer.getStatusCode().value()).isEqualTo(404);
        assertThat(String.valueOf(answer.getBody()))
                .contains(whyNot)
                .contains(whyNot.isEmpty() ? "<h1>No log lines of" : "urn:counterfoil:problem:ledger:no-stories");
    }

    @Test
    void moreAtOnceThanAreRead_areRefused_andLaterOnesAreNot() throws Exception {
        CountDownLatch reading = new CountDownLatch(StoryPages.MOST_AT_ONCE);
        CountDownLatch go = new CountDownLatch(1);
        append(logs.resolve("service.log"), line(1, "abcd", "told"));
        StoryController controller = new StoryController(new Stories(onATrial(logs)) {
            @Override
            LogStories.Told tell(CorrelationId root) throws IOException {
                reading.countDown();
                try {
                    go.await();
                } catch (InterruptedException stopped) {
                    throw new IOException(stopped);
                }
                return super.tell(root);
            }
        });
        ExecutorService threads = Executors.newFixedThreadPool(StoryPages.MOST_AT_ONCE);
        try {
            List<CompletableFuture<Integer>> told = Stream.generate(
                            () -> CompletableFuture.supplyAsync(() -> status(controller), threads))
                    .limit(StoryPages.MOST_AT_ONCE)
                    .toList();
            reading.await();
            ResponseEntity<?> refused = story(controller);
            go.countDown();

            assertThat(refused.getStatusCode().value()).isEqualTo(429);
            assertThat(refused.getHeaders().getFirst("Retry-After")).isEqualTo("1");
            assertThat(told.stream().map(CompletableFuture::join)).containsOnly(200);
            assertThat(status(controller)).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void logThatCannotBeRead_isA503_withoutATrace_andTakesNoPlace() {
        StoryController controller = new StoryController(new Stories(onATrial(logs.resolve("gone"))));

        for (int i = 0; i < StoryPages.MOST_AT_ONCE + 1; i++) {
            ResponseEntity<?> answer = story(controller);
            assertThat(answer.getStatusCode().value()).isEqualTo(503);
            assertThat(String.valueOf(answer.getBody())).doesNotContain("Exception", "gone", "\\tat ");
        }
    }

    @Test
    void largeLog_isReadFromItsNewestFiles_andReportsTheRest() throws Exception {
        Path log = logs.resolve("service.log");
        append(log, line(1, "abcd", "told"));
        sparse(logs.resolve("service.log.old"), LogFiles.MOST_BYTES, 2);
        sparse(logs.resolve("service.log.older"), 1, 3);

        LogFiles.Chosen chosen = LogFiles.of(log).chosen();

        assertThat(chosen.files()).extracting(file -> file.path()).containsExactly(log);
        assertThat(chosen.leftOut()).isEqualTo(2);
        assertThat(String.valueOf(
                        story(new StoryController(new Stories(onATrial(logs)))).getBody()))
                .contains("told", "not read because of their size: 2.");
    }

    private static void sparse(Path file, long length, int daysAgo) throws IOException {
        try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
            made.setLength(length);
        }
        Files.setLastModifiedTime(
                file, FileTime.from(Instant.parse("2026-01-10T00:00:00Z").minusSeconds(86_400L * daysAgo)));
    }

    private static Environment onATrial(Path directory) {
        return environment(Map.of(
                "ledger.playground.enabled",
                "true",
                "logging.file.name",
                directory.resolve("service.log").toString()));
    }

    private static Environment environment(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        return environment;
    }

    private static int status(StoryController controller) {
        return story(controller).getStatusCode().value();
    }

    /** The field that the controller sets past its answer has a test of its own, over HTTP. */
    private static ResponseEntity<?> story(StoryController controller) {
        HttpServletResponse response = (HttpServletResponse) Proxy.newProxyInstance(
                StoriesTest.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, arguments) -> null);
        return controller.story(ID.value(), response);
    }
}
