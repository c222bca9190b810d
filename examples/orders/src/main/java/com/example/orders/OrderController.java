package com.example.orders;

import io.counterfoil.springboot.Idempotent;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Places orders. A retry under the same {@code Idempotency-Key} gets the stored response and places no second order.
 */
@RestController
class OrderController {

    private final Orders orders;

    OrderController(Orders orders) {
        this.orders = orders;
    }

    @PostMapping("/v1/orders")
    @ResponseStatus(HttpStatus.CREATED)
    @Idempotent(keyRequired = true, retention = "7d")
    Order place(@RequestBody OrderRequest request) {
        return orders.place(request.book(), request.copies());
    }

    /** The body of a request. */
    record OrderRequest(String book, int copies) {}
}
