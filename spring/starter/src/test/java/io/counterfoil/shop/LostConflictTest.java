package io.counterfoil.shop;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A unit of work that loses a conflict at its commit runs again as a whole, on a request and a response as before. */
@Timeout(600)
@Tag("RQ-13")
class LostConflictTest {

    @RestController
    static class Items {

        private final Sales sales;
        private final AtomicInteger runs = new AtomicInteger();

        Items(Sales sales) {
            this.sales = sales;
        }

        @PostMapping("/items")
        void sell(HttpServletRequest request, HttpServletResponse response) throws IOException {
            int run = runs.incrementAndGet();
            String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            sales.sell(body);
            response.setHeader("X-Run-" + run, "true");
            response.setHeader("X-Correlation-Id", "replaced " + run);
            response.getWriter().write(body + " in run " + run);
        }
    }

    /** The first so many commits fail; a sequence is not rolled back. */
    private static void loseConflicts(Shop shop, int conflicts) {
        shop.jdbc().sql("CREATE SEQUENCE commits").update();
        shop.jdbc()
                .sql("CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF nextval('commits') <= "
                        + conflicts + " THEN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END IF;"
                        + " RETURN NULL; END $$")
                .update();
        shop.jdbc()
                .sql("CREATE CONSTRAINT TRIGGER losing AFTER INSERT ON sale DEFERRABLE INITIALLY DEFERRED"
                        + " FOR EACH ROW EXECUTE FUNCTION lose()")
                .update();
    }

    @Test
    void lostConflict_atTheCommit_runsTheHandlerAgain() throws Exception {
        try (Shop shop = Shop.open(List.of(Items.class, Sales.class))) {
            loseConflicts(shop, 2);

            HttpResponse<String> response = shop.post("/items", "key", "body");

            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("body in run 3");
            assertThat(response.headers().map()).containsKey("X-Run-3").doesNotContainKeys("X-Run-1", "X-Run-2");
            assertThat(response.headers().firstValue("X-Correlation-Id")).contains("replaced 3");
            assertThat(shop.sales("body")).isEqualTo(1);
            assertThat(shop.post("/items", "key", "body").body()).isEqualTo("body in run 3");
        }
    }
}
