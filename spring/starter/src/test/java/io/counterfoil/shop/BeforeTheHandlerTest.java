package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.counterfoil.testkit.thread.TestThreads;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Duplicates and refusals pass what the application does before its handlers, whatever does it. */
@Timeout(600)
@Tag("RQ-16")
class BeforeTheHandlerTest {

    @RestController
    static class Items {

        private final Sales sales;

        Items(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/items")
        String sell(HttpServletRequest request) {
            return "item " + sales.sell("item");
        }

        @PostMapping("/context")
        String context() {
            ServletRequestAttributes attributes =
                    (ServletRequestAttributes) Objects.requireNonNull(RequestContextHolder.getRequestAttributes());
            Objects.requireNonNull(attributes.getResponse()).setHeader("X-Made-By", "context");
            return "context";
        }

        @PostMapping("/fails")
        String fail() {
            sales.sell("failed");
            throw new UnsupportedOperationException("unresolved");
        }
    }

    private static boolean isAuthenticated(HttpServletRequest request) {
        return "Bearer good".equals(request.getHeader("Authorization"));
    }

    static class ByInterceptor implements WebMvcConfigurer {

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(new HandlerInterceptor() {
                @Override
                public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
                        throws IOException {
                    if (!isAuthenticated(request)) {
                        response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
                    }
                    return isAuthenticated(request);
                }
            });
        }
    }

    static class ByFilter {

        @Bean
        HttpFilter authentication() {
            return new HttpFilter() {
                private static final long serialVersionUID = 1L;

                @Override
                protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                        throws IOException, ServletException {
                    if (isAuthenticated(request)) {
                        chain.doFilter(request, response);
                    } else {
                        response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
                    }
                }
            };
        }
    }

    /** Says when it was called, with which handler. */
    @Component
    static class Recorder implements HandlerInterceptor, WebMvcConfigurer {

        private final List<String> calls = new CopyOnWriteArrayList<>();

        @Override
        public void addInterceptors(InterceptorRegistry registry) {
            registry.addInterceptor(this);
        }

        @Override
        public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
            calls.add("pre " + name(handler));
            return true;
        }

        @Override
        public void postHandle(
                HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable ModelAndView view) {
            calls.add("post " + name(handler));
        }

        @Override
        public void afterCompletion(
                HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
            calls.add("after " + name(handler) + (failure == null ? "" : " " + failure.getMessage()));
        }

        private static String name(Object handler) {
            return handler.getClass() == HandlerMethod.class
                    ? ((HandlerMethod) handler).getMethod().getName()
                    : handler.getClass().getName();
        }

        /** Those of one request, whose response may be there before the last of them. */
        List<String> taken() {
            await().atMost(TestThreads.LIMIT)
                    .pollDelay(Duration.ZERO)
                    .until(() -> calls.stream().anyMatch(call -> call.startsWith("after")));
            List<String> taken = List.copyOf(calls);
            calls.clear();
            return taken;
        }
    }

    @RestControllerAdvice
    static class Advice {

        private int asked;

        @ExceptionHandler(UnsupportedOperationException.class)
        ResponseEntity<String> asked(UnsupportedOperationException failure) {
            asked++;
            throw failure;
        }

        @ExceptionHandler(IllegalStateException.class)
        ResponseEntity<String> other() {
            return ResponseEntity.status(HttpStatus.IM_USED).body("never asked");
        }
    }

    private static void assertAuthenticated(Class<?> authentication) throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class, authentication))) {
            HttpResponse<String> first = shop.post("/items", "key", "", "Authorization", "Bearer good");
            assertThat(Shop.isReplay(shop.post("/items", "key", "", "Authorization", "Bearer good")))
                    .isTrue();

            HttpResponse<String> replay = shop.post("/items", "key", "");
            assertThat(replay.statusCode()).isEqualTo(401);
            assertThat(replay.body()).doesNotContain(first.body());
            assertThat(shop.post("/items", "key", "another").statusCode()).isEqualTo(401);
            assertThat(shop.post("/items", "k".repeat(300), "").statusCode()).isEqualTo(401);
            assertThat(shop.sales("item")).isEqualTo(1);
        }
    }

    @Test
    void interceptor_thatAuthenticates_isPassedByDuplicates() throws Exception {
        assertAuthenticated(ByInterceptor.class);
    }

    @Test
    void filterWithoutAnOrder_isPassedByDuplicates() throws Exception {
        assertAuthenticated(ByFilter.class);
    }

    @Test
    void interceptors_seeTheRealHandler_asWithoutAKey() throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class, Recorder.class))) {
            Recorder recorder = shop.bean(Recorder.class);
            shop.send("POST", "/items", "");
            List<String> unkeyed = recorder.taken();

            shop.post("/items", "key", "");
            assertThat(recorder.taken()).isEqualTo(unkeyed).containsExactly("pre sell", "post sell", "after sell");

            shop.post("/items", "key", "");
            assertThat(recorder.taken()).as("a replay").containsExactly("pre sell", "after sell");
        }
    }

    @Test
    void unresolvedFailure_reachesTheContainer_askedForOnce() throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class, Recorder.class, Advice.class))) {
            Recorder recorder = shop.bean(Recorder.class);
            HttpResponse<String> unkeyed = shop.send("POST", "/fails", "");
            List<String> calls = recorder.taken();
            int asked = shop.bean(Advice.class).asked;

            HttpResponse<String> keyed = shop.post("/fails", "key", "");

            assertThat(keyed.statusCode()).isEqualTo(500).isEqualTo(unkeyed.statusCode());
            assertThat(keyed.body().replaceAll("\"timestamp\":\"[^\"]*\"", ""))
                    .isEqualTo(unkeyed.body().replaceAll("\"timestamp\":\"[^\"]*\"", ""));
            assertThat(keyed.headers().firstValue("Content-Language"))
                    .isEqualTo(unkeyed.headers().firstValue("Content-Language"));
            assertThat(recorder.taken()).isEqualTo(calls).contains("after fail unresolved");
            assertThat(shop.bean(Advice.class).asked).isEqualTo(2 * asked);
            assertThat(shop.records("key")).isZero();
            assertThat(shop.sales("failed")).as("without a key alone").isEqualTo(1);
        }
    }

    @Test
    void currentResponse_isTheHeldOne() throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class))) {
            shop.post("/context", "key", "");

            HttpResponse<String> replay = shop.post("/context", "key", "");

            assertThat(Shop.isReplay(replay)).isTrue();
            assertThat(replay.headers().allValues("X-Made-By")).containsExactly("context");
        }
    }
}
