package io.counterfoil.bank;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.counterfoil.ids.IdType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;

/** A user's test of controllers alone, with the auto-configurations that Boot admits to one. */
@Tag("TI-6")
@Timeout(600)
@WebMvcTest(
        value = BankController.class,
        properties = {"spring.main.banner-mode=off", "logging.level.root=ERROR"})
class WebSliceTest {

    private final AccountId account = IdType.of(AccountId.class).next();
    private final MockMvc mvc;

    WebSliceTest(@Autowired MockMvc mvc) {
        this.mvc = mvc;
    }

    @Test
    void controllers_readAndWriteIds() throws Exception {
        String transfer =
                "{\"from\":\"%s\",\"to\":[],\"limits\":{},\"session\":null,\"subject\":null}".formatted(account.text());

        mvc.perform(get("/accounts/{id}", account.text())).andExpect(content().string("account " + account.value()));
        mvc.perform(get("/accounts/x"))
                .andExpect(status().isBadRequest())
                .andExpect(content().contentType(MediaType.APPLICATION_PROBLEM_JSON));
        mvc.perform(post("/transfers").contentType(MediaType.APPLICATION_JSON).content(transfer))
                .andExpect(content().string(transfer));
    }
}
