package com.example.orders;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxStore;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The orders in the database. */
@Service
class Orders {

    /** The topic of the message about a placed order; its body is the order ID. */
    static final String PLACED = "order.placed";

    private final JdbcClient sql;
    private final OutboxStore outbox;

    Orders(JdbcClient sql, OutboxStore outbox) {
        this.sql = sql;
        this.outbox = outbox;
    }

    /** Places an order. Its row, its message and the record of the request's key commit together or not at all. */
    @Transactional
    Order place(String book, int copies) {
        Order order = new Order(OrderId.TYPE.next(), book, copies);
        sql.sql("INSERT INTO book_order (id, book, copies) VALUES (?, ?, ?)")
                .params(order.id().value(), book, copies)
                .update();
        String id = order.id().text();
        outbox.add(Message.of(PLACED, id.getBytes(UTF_8)).withId(id).withContentType("text/plain"));
        return order;
    }
}
