package com.example.orders;

import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.TopicExchange;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application. */
@SpringBootApplication
public class OrdersApplication {

    /** Starts the application. */
    public static void main(String[] args) {
        SpringApplication.run(OrdersApplication.class, args);
    }

    @Bean
    Queue placedOrders() {
        return new Queue(Shipping.QUEUE);
    }

    /** Binds the queue to the exchange that the outbox publishes to. */
    @Bean
    Binding placedOrdersBinding(Queue placedOrders, TopicExchange counterfoilExchange) {
        return BindingBuilder.bind(placedOrders).to(counterfoilExchange).with(Orders.PLACED);
    }
}
