package io.counterfoil.springmessaging.rabbit;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.amqp.core.Binding;
import org.springframework.amqp.core.Declarable;
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

    /** The queue that the application binds for what is put there; empty where it binds none. */
    Optional<String> bound(Destination destination) {
        if (destination.exchange().isEmpty()) {
            return Optional.of(destination.routingKey());
        }
        List<Binding> bindings = declared(Binding.class)
                .filter(Binding::isDestinationQueue)
                .filter(binding -> destination.exchange().equals(binding.getExchange()))
                .toList();
        // An exchange with a single queue may be of a kind that ignores routing keys.
        return bindings.stream()
                .filter(binding ->
                        bindings.size() == 1 || destination.routingKey().equals(binding.getRoutingKey()))
                .map(Binding::getDestination)
                .findFirst();
    }

    private <T extends Declarable> Stream<T> declared(Class<T> type) {
        Stream<T> several = beans.getBeanProvider(Declarables.class).stream()
                .flatMap(declarables -> declarables.getDeclarablesByType(type).stream());
        return Stream.concat(beans.getBeanProvider(type).stream(), several);
    }

    private Optional<Queue> find(String name) {
        return declared(Queue.class)
                .filter(queue ->
                        queue.getActualName().equals(name) || queue.getName().equals(name))
                .filter(queue -> queue.getArguments().get(EXCHANGE) != null)
                .findFirst();
    }
}
