package com.example.orders;

import io.counterfoil.springmessaging.OncePerMessage;
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Ships placed orders. The broker may deliver a message twice; the shipment and the record of the message ID commit in
 * one transaction.
 */
@Component
class Shipping {

    static final String QUEUE = "shipping";

    private final JdbcClient sql;

    Shipping(JdbcClient sql) {
        this.sql = sql;
    }

    @RabbitListener(queues = QUEUE)
    @OncePerMessage("shipping")
    void ship(String order) {
        sql.sql("INSERT INTO shipment (order_id) VALUES (?)")
                .param(OrderId.TYPE.parse(order).value())
                .update();
    }
}
