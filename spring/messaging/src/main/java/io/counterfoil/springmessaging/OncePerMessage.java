package io.counterfoil.springmessaging;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method takes effect once for each message, by the message's ID: a {@code processed_messages} table without its races.
 *
 * <pre>{@code
 * @OncePerMessage("billing")
 * @RabbitListener(queues = "orders")
 * void bill(Order order) {...}
 * }</pre>
 *
 * <p>On a {@code void} method of a bean that a listener container calls, or that such a method calls. The record that the message was
 * processed and what the method writes are one transaction of the application; a duplicate returns at once, and the container acknowledges
 * it. A duplicate of a message in progress waits up to {@code counterfoil.limits.wait-time}, on the container's thread, and then throws {@link
 * MessageInFlightException}. Where many duplicates meet, a {@code Receiver} of the {@code Inbox} waits without a thread.
 *
 * <p>When the method throws, nothing of it remains, and the message is delivered again after a pause that grows, as often as the inbox
 * attempts a message, 5 times unless set: then it is a dead letter with the reason. Retries and error handlers of the application that end it
 * come first. Containers that acknowledge manually, or not at all, have no such limit, which is logged when they start.
 *
 * <p>Where the container delivers batches, the method takes a {@code List} (of payloads, messages or the broker's own messages) and is called once, in
 * one transaction, with those that were not processed before, in order; not at all where none is left. Further lists of the same size, as of header
 * values, are narrowed with it. When the method throws, all is rolled back, and each message is handed over alone, in order, until one fails; those
 * before it are done, and those after it are delivered again. Containers of batches that acknowledge manually or have transactions of the
 * broker's are refused when they start.
 *
 * <p>Publishers set the ID, the same over their retries; or {@link #key} names the message's key. A message that has neither, or an invalid
 * one, can never be processed: it is rejected at once, without another delivery, and is a dead letter where there are any. On RabbitMQ by an
 * {@code AmqpRejectAndDontRequeueException}, on Kafka by a {@code MessageConversionException}, which Spring's error handlers do not retry.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OncePerMessage {

    /** {@return the receiver: the name that all processes share among which a message is to take effect once; 1 to 255 bytes of UTF-8} */
    String value();

    /**
     * {@return what makes two messages the same, instead of the message's ID; 1 to 255 bytes of UTF-8} An expression (SpEL) on the arguments of the
     * method and on {@code #headers}, the header fields of the message: {@code "#order.number"}, {@code "#headers['order-number']"}. Of a batch it is
     * evaluated for each message, with lists of one: {@code "#orders[0].number"}. Its value is a string, a number, a UUID or a typed id.
     */
    String key() default "";
}
