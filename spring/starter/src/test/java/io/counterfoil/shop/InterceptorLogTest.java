package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.testkit.thread.TestThreads;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What Spring logs of an interceptor names the application's own. */
@Timeout(600)
@Tag("RQ-22")
@ExtendWith(OutputCaptureExtension.class)
@Isolated("captures log lines, which the start of another application would switch off")
class InterceptorLogTest {

    @RestController
    static class Handler {

        @PostMapping("/handled")
        String handle() {
            return "handled";
        }
    }

    @Component
    static class FailsAtTheEnd implements HandlerInterceptor, WebMvcConfigurer {

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(this);
        }

        @Override
        public void afterCompletion(
                HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
            throw new IllegalStateException("at the end");
        }

        @Override
        public String toString() {
            return "the application's";
        }
    }

    @Test
    void interceptor_thatFailsAtTheEnd_isLoggedByItsName(CapturedOutput output) throws Exception {
        try (Shop shop = Shop.open(
                List.of(Handler.class, FailsAtTheEnd.class), "--logging.level.org.springframework.web=ERROR")) {
            assertThat(shop.post("/handled", "key", "").statusCode()).isEqualTo(200);

            await().atMost(TestThreads.LIMIT).until(() -> output.toString().contains("afterCompletion threw"));
            assertThat(output).contains("afterCompletion threw exception in interceptor [the application's]");
        }
    }
}
