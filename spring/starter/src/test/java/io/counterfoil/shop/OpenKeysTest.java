package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.testkit.thread.TestThreads;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A client's open keys are bounded; those of nobody in particular are not, because nobody is to be turned away by a stranger. */
@Timeout(600)
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
@Tag("RQ-6")
class OpenKeysTest {

    /** Lets a handler wait, and the test know that it does. */
    static final class Gate {

        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);
    }

    static class Gates {

        @Bean
        Gate gate() {
            return new Gate();
        }
    }

    @RestController
    static class Slow {

        private final Gate gate;
        private final Sales sales;

        Slow(Gate gate, Sales sales) {
            this.gate = gate;
            this.sales = sales;
        }

        @PostMapping("/slow")
        String slow() throws InterruptedException {
            gate.entered.countDown();
            gate.opened.await();
            return "slow";
        }

        @PostMapping("/quick")
        String quick() {
            return Thread.currentThread() + " " + sales.sell("quick");
        }
    }

    private static Shop open(String... properties) {
        return Shop.open(List.of(Gates.class, Slow.class, Sales.class), properties);
    }

    /** What the second of two requests with different keys gets while the first one is at work. */
    private static HttpResponse<String> second(String... properties) throws Exception {
        try (Shop shop = open(properties);
                TestThreads threads = new TestThreads()) {
            Gate gate = shop.bean(Gate.class);
            Future<HttpResponse<String>> first = threads.start(() -> post(shop, "/slow"));
            try {
                TestThreads.await(gate.entered);
                return post(shop, "/quick");
            } finally {
                gate.opened.countDown();
                assertThat(TestThreads.result(first).body()).isEqualTo("slow");
            }
        }
    }

    private static HttpResponse<String> post(Shop shop, String path) throws Exception {
        return shop.post(path, UUID.randomUUID().toString(), "");
    }

    @Test
    void namedClient_withAsManyAtWorkAsItMay_isTurnedAway() throws Exception {
        HttpResponse<String> second = second("--counterfoil.max-in-progress-per-client=1");

        assertThat(second.statusCode()).isEqualTo(429);
        assertThat(second.headers().firstValue("Retry-After")).contains("1");
    }

    @Test
    void requestsWithoutAClient_areNotCountedTogether() throws Exception {
        assertThat(second("--counterfoil.client=none", "--counterfoil.max-in-progress-per-client=1")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void namedClient_byDefault_leavesAPoolConnectionToOthers() throws Exception {
        HttpResponse<String> second = second("--spring.datasource.hikari.maximum-pool-size=2");

        assertThat(second.statusCode()).isEqualTo(429);
    }

    @Test
    void limitThatIsNotBelowThePoolsSize_isWarnedOf(CapturedOutput output) {
        String logging = "--logging.level.io.counterfoil.springboot=WARN";
        String pool = "--spring.datasource.hikari.maximum-pool-size=2";

        open(logging, pool).close();
        assertThat(output.getAll()).doesNotContain("One client can hold every connection");

        open(logging, pool, "--counterfoil.max-in-progress-per-client=2").close();
        assertThat(output.getAll())
                .contains(
                        "One client can hold every connection of the pool",
                        "[max_in_progress_per_client=2] [pool_size=2]");
    }

    @Test
    @Tag("RQ-13")
    @Tag("jdk21")
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreads_needNothing() throws Exception {
        try (Shop shop = open("--spring.threads.virtual.enabled=true")) {
            String key = UUID.randomUUID().toString();
            HttpResponse<String> first = shop.post("/quick", key, "");

            assertThat(first.body()).startsWith("VirtualThread").endsWith(" 1");
            assertThat(shop.post("/quick", key, "").body()).isEqualTo(first.body());
        }
    }
}
