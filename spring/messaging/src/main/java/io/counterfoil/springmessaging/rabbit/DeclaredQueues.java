package io.counterfoil.springmessaging.rabbit;

import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.MessageProperties;
import org.springframework.amqp.core.Queue;
import org.springframework.beans.factory.BeanFactory;

/** The queues that the application declares: RabbitMQ does not tell a client with which arguments a queue was declared. Thread-safe. */
record DeclaredQueues(BeanFactory beans) {

    private static final String EXCHANGE = "x-dead-letter-exchange";
    private static final String ROUTING_KEY = "x-dead-letter-routing-key";

    /** Whether the application declares dead-lettering for this queue. */
    boolean deadLetters(String queue) {
        return find(queue).isPresent();
    }

    /** Where the broker would put this message; empty where the application does not declare it. */
    Optional<Destination> deadLetters(MessageProperties message) {
        String routingKey = Optional.ofNullable(message.getReceivedRoutingKey()).orElse("");
        return find(String.valueOf(message.getConsumerQueue()))
                .map(queue -> new Destination(
                        String.valueOf(queue.getArguments().get(EXCHANGE)),
                        String.valueOf(queue.getArguments().getOrDefault(ROUTING_KEY, routingKey))));
    }

    private Optional<Queue> find(String name) {
        Stream<Queue> several = beans.getBeanProvider(Declarables.class).stream()
                .flatMap(declarables -> declarables.getDeclarablesByType(Queue.class).stream());
        return Stream.concat(beans.getBeanProvider(Queue.class).stream(), several)
                .filter(queue ->
                        queue.getActualName().equals(name) || queue.getName().equals(name))
                .filter(queue -> queue.getArguments().get(EXCHANGE) != null)
                .findFirst();
    }
}
