/** Messages over RabbitMQ. */
module io.counterfoil.rabbitmq {
    requires static transitive org.jspecify;
    requires transitive io.counterfoil.messaging;
    requires transitive com.rabbitmq.client;
    requires org.slf4j;

    exports io.counterfoil.rabbitmq;
    exports io.counterfoil.rabbitmq.deadletter;
}
