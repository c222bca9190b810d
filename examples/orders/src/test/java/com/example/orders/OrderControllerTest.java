package com.example.orders;

import static org.mockito.Mockito.when;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** The controller alone: without a database there are no records, and a key has no effect here. */
@WebMvcTest
class OrderControllerTest {

    @Autowired
    private MockMvcTester mvc;

    @MockitoBean
    private Orders orders;

    @Test
    @Tag("TI-6")
    void order_inJson_hasItsTypedId() {
        OrderId id = OrderId.TYPE.next();
        when(orders.place("Erewhon", 2)).thenReturn(new Order(id, "Erewhon", 2));

        mvc.post()
                .uri("/v1/orders")
                .header("Idempotency-Key", "\"8e03978e\"")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"book\": \"Erewhon\", \"copies\": 2}")
                .assertThat()
                .hasStatus(201)
                .bodyJson()
                .extractingPath("$.id")
                .isEqualTo(id.text());
    }
}
