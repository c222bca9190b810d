package io.counterfoil.springmessaging.rabbit;

import io.counterfoil.messaging.Receiver;
import io.counterfoil.rabbitmq.RabbitTopology;
import java.util.ArrayList;
import java.util.List;
import org.springframework.amqp.core.BindingBuilder;
import org.springframework.amqp.core.Declarable;
import org.springframework.amqp.core.Declarables;
import org.springframework.amqp.core.DirectExchange;
import org.springframework.amqp.core.Queue;
import org.springframework.amqp.core.TopicExchange;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareMessageListener;

/** Makes listeners of receivers, and what they need of the broker. Thread-safe. */
public final class ReceiverListeners {

    private final RabbitTemplatePublisher publisher;
    private final RabbitTopology topology;

    /**
     * Makes a source of listeners, whose dead letters are published to the dead-letter exchange of a topology.
     *
     * @param publisher publishes the dead letters
     * @param topology names the exchanges
     */
    public ReceiverListeners(RabbitTemplatePublisher publisher, RabbitTopology topology) {
        this.publisher = publisher;
        this.topology = topology;
    }

    /**
     * {@return a listener for a container that acknowledges manually}
     *
     * @param receiver settles each message
     */
    public ChannelAwareMessageListener listener(Receiver receiver) {
        return new ReceiverListener(receiver, publisher, topology);
    }

    /**
     * {@return a durable queue that gets topics, and the queue of its dead letters; as a bean, they are declared on each connection}
     *
     * @param name the name of the queue, 1 to 250 bytes of UTF-8
     * @param patterns the topics: words with dots between them, {@code *} for one word, {@code #} for any number of them
     */
    public Declarables queue(String name, String... patterns) {
        TopicExchange exchange = new TopicExchange(topology.exchange());
        DirectExchange dead = new DirectExchange(topology.deadLetterExchange());
        Queue queue = new Queue(name, true, false, false, topology.queueArguments(name));
        Queue deadLetters = new Queue(
                RabbitTopology.deadLetterQueue(name), true, false, false, topology.deadLetterQueueArguments());
        List<Declarable> all = new ArrayList<>(List.of(exchange, dead, queue, deadLetters));
        all.add(BindingBuilder.bind(deadLetters).to(dead).with(name));
        for (String pattern : patterns) {
            all.add(BindingBuilder.bind(queue).to(exchange).with(pattern));
        }
        return new Declarables(all);
    }
}
