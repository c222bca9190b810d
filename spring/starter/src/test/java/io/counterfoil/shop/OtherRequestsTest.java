package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.counterfoil.springboot.Idempotent;
import io.counterfoil.springboot.NotIdempotent;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Requests in parts, of other servlets, and those that pass the guard untouched. */
@Timeout(600)
@Tag("RQ-7")
class OtherRequestsTest {

    @RestController
    static class Items {

        private final Sales sales;

        Items(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/parts")
        String parts(@RequestParam String name, @RequestParam MultipartFile file) throws IOException {
            return name + " " + new String(file.getBytes(), StandardCharsets.UTF_8) + " " + sales.sell("parts");
        }

        @PostMapping("/required")
        @Idempotent(keyRequired = true)
        String required() {
            return "required";
        }

        @PostMapping("/asynchronous")
        @NotIdempotent
        Callable<String> asynchronous() {
            return () -> "later";
        }
    }

    static class Others {

        @Bean
        ServletRegistrationBean<HttpServlet> other() {
            AtomicInteger calls = new AtomicInteger();
            return new ServletRegistrationBean<>(
                    new HttpServlet() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                                throws IOException {
                            response.getWriter().write("call " + calls.incrementAndGet());
                        }
                    },
                    "/other/*");
        }
    }

    private static HttpResponse<String> sendParts(Shop shop, String boundary) throws Exception {
        String body = String.join(
                "\r\n",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"name\"",
                "",
                "one",
                "--" + boundary,
                "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"",
                "",
                "content",
                "--" + boundary + "--",
                "");
        return shop.post("/parts", "key", body, "Content-Type", "multipart/form-data; boundary=" + boundary);
    }

    @Test
    void requestInParts_isHandledAndReplayed() throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class))) {
            assertThat(sendParts(shop, "first").body()).isEqualTo("one content 1");

            HttpResponse<String> again = sendParts(shop, "second");
            assertThat(again.body()).isEqualTo("one content 1");
            assertThat(Shop.isReplay(again)).isTrue();
        }
    }

    @Test
    void requestOfAnotherServlet_isGuardedByTheFilter() throws Exception {
        try (Shop shop = Shop.open(List.of(Others.class))) {
            assertThat(shop.post("/other/a", "key", "").body()).isEqualTo("call 1");
            assertThat(shop.post("/other/a", "key", "").body()).isEqualTo("call 1");
            assertThat(shop.post("/other/b", "key", "").body()).isEqualTo("call 2");
        }
    }

    @Test
    void asynchronousHandler_thatIsExempt_isAsEver_besideARequiredKey() throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class))) {
            assertThat(shop.send("POST", "/asynchronous", "").body()).isEqualTo("later");
            assertThat(shop.post("/asynchronous", "key", "").body()).isEqualTo("later");
            assertThat(shop.send("POST", "/required", "").statusCode()).isEqualTo(400);
        }
    }
}
