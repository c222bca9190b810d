package com.example.orders;

import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.TopicExchange;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the broker has for this application. Apart from the application's class, so that tests of a slice do without it. */
@Configuration(proxyBeanMethods = false)
class Queues {

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
