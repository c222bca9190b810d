package io.counterfoil.shop;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.handler;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Without a container the guard is the same. Its context stays open, and spans are of the whole process. */
@SpringBootTest(
        classes = {Shop.Parts.class, MockMvcGuardTest.Items.class},
        properties = {
            "spring.datasource.url=jdbc:h2:mem:mock",
            "counterfoil.client=none",
            "spring.autoconfigure.exclude=io.counterfoil.springboot.correlation.CounterfoilSpansAutoConfiguration",
            "logging.level.root=OFF"
        })
@AutoConfigureMockMvc
@Timeout(600)
@Tag("RQ-7")
class MockMvcGuardTest {

    @RestController
    static class Items {

        private final AtomicInteger sold = new AtomicInteger();

        @PostMapping("/mock/items")
        String sell() {
            return "sold " + sold.incrementAndGet();
        }
    }

    @Test
    void duplicate_isReplayed_andTheHandlerIsSeen(@Autowired MockMvc mvc) throws Exception {
        mvc.perform(post("/mock/items").header("Idempotency-Key", "key"))
                .andExpect(status().isOk())
                .andExpect(content().string("sold 1"))
                .andExpect(header().string("Idempotency-Replayed", "false"))
                .andExpect(handler().handlerType(Items.class))
                .andExpect(handler().methodName("sell"));

        mvc.perform(post("/mock/items").header("Idempotency-Key", "key"))
                .andExpect(content().string("sold 1"))
                .andExpect(header().string("Idempotency-Replayed", "true"));
        mvc.perform(post("/mock/items")).andExpect(content().string("sold 2"));
    }
}
