package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.WebAsyncTask;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import reactor.core.publisher.Mono;

/** Handlers whose work goes on when they have returned, under a lease. */
@Timeout(600)
@Tag("RQ-7")
@Tag("RQ-13")
class AsyncHandlersTest {

    @RestController
    static class Later {

        private final Sales sales;

        Later(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/callable")
        Callable<String> callable() {
            return () -> "callable " + sales.sell("callable");
        }

        @PostMapping("/task")
        WebAsyncTask<String> task() {
            return new WebAsyncTask<>(() -> "task " + sales.sell("task"));
        }

        @PostMapping("/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>();
            new Thread(() -> result.setResult("deferred " + sales.sell("deferred"))).start();
            return result;
        }

        @PostMapping("/stage")
        CompletableFuture<ResponseEntity<String>> stage() {
            return CompletableFuture.supplyAsync(
                    () -> ResponseEntity.ok("stage " + sales.sell("stage")), task -> new Thread(task).start());
        }

        @PostMapping("/mono")
        Mono<String> mono() {
            return Mono.fromSupplier(() -> "mono " + sales.sell("mono"));
        }

        @PostMapping("/streaming")
        StreamingResponseBody streaming() {
            return out -> out.write(("streaming " + sales.sell("streaming")).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Shop shop;

    @BeforeAll
    static void open() {
        shop = Shop.open(List.of(Later.class, Sales.class), "--counterfoil.mode=lease");
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"callable", "task", "deferred", "stage", "mono", "streaming"})
    void duplicate_getsWhatCameLater_andTheEffectTakesPlaceOnce(String kind) throws Exception {
        String key = UUID.randomUUID().toString();
        HttpResponse<String> first = shop.post("/" + kind, key, "");
        HttpResponse<String> second = shop.post("/" + kind, key, "");

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(first.body()).isEqualTo(kind + " 1");
        assertThat(Shop.isReplay(first)).isFalse();
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(Shop.isReplay(second)).isTrue();
    }
}
