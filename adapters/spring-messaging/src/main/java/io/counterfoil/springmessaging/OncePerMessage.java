package io.counterfoil.springmessaging;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method takes effect once for each message, by the message's ID: the {@code processed_messages} table, done right.
 *
 * <pre>{@code
 * @OncePerMessage("billing")
 * @RabbitListener(queues = "orders")
 * void bill(Order order) {...}
 * }</pre>
 *
 * <p>On a {@code void} method of a bean that a listener container calls, or that such a method calls. The note that the message was processed
 * and what the method writes are one transaction of the application's; a duplicate returns at once, and the container acknowledges it. One
 * that comes while the message is at work waits up to {@code counterfoil.wait-limit}, on the container's thread, and then throws {@link
 * MessageInFlightException}; what the container does about that, and about what the method throws, is its own setting. Where many duplicates
 * meet, a {@code Receiver} of the {@code Inbox} waits without a thread.
 *
 * <p>Publishers set the ID, the same over their retries; or {@link #key} says what makes two messages the same. A message that has neither, or one
 * that is no key, can never be processed: it is rejected at once, without another delivery, and is a dead letter where there are any. On RabbitMQ by an
 * {@code AmqpRejectAndDontRequeueException}, on Kafka by a {@code MessageConversionException}, which Spring's error handlers do not retry.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OncePerMessage {

    /** Who processes it: the name that all processes share among which a message is to take effect once; 1 to 255 bytes of UTF-8. */
    String value();

    /**
     * What makes two messages the same, instead of the message's ID: an expression (SpEL) on the arguments of the method and on {@code #headers},
     * the header fields of the message: {@code "#order.number"}, {@code "#headers['order-number']"}. Of a string, a number, a UUID or a typed id;
     * 1 to 255 bytes of UTF-8.
     */
    String key() default "";
}
