package io.counterfoil.springmessaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.counterfoil.kafka.internal.KafkaMessages;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import io.counterfoil.springmessaging.internal.DeliveredMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.converter.MessageConversionException;

/**
 * Around what a listener container does with one record: the thread knows the message, and runs under an extension of its correlation ID. A
 * batch runs under one ID that replaces those of its records. Thread-safe.
 */
final class CurrentMessageAdvice implements MethodInterceptor {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        for (Object argument : invocation.getArguments()) {
            if (argument instanceof ConsumerRecord<?, ?> record) {
                return CurrentMessage.within(
                        CurrentMessage.process(current(record), correlationId(record)), invocation);
            }
            Optional<CurrentMessage.Scope> batch = CurrentMessage.openBatch(
                    argument, ConsumerRecord.class, CurrentMessageAdvice::correlationId, CurrentMessageAdvice::batch);
            if (batch.isPresent()) {
                return CurrentMessage.within(batch.get(), invocation);
            }
        }
        return invocation.proceed();
    }

    private static @Nullable String correlationId(ConsumerRecord<?, ?> record) {
        return text(record, KafkaMessages.CORRELATION_ID);
    }

    private static RecordBatch batch(List<? extends ConsumerRecord<?, ?>> records) {
        return new RecordBatch(
                records, records.stream().map(CurrentMessageAdvice::current).toList());
    }

    private static CurrentMessage current(ConsumerRecord<?, ?> record) {
        return new CurrentMessage(
                Optional.ofNullable(text(record, KafkaMessages.ID)),
                () -> texts(record),
                MessageConversionException::new,
                new DeliveredMessage(record, FirstRecords.contain(record), false));
    }

    /** The last of each name, which is the one that counts. */
    private static Map<String, String> texts(ConsumerRecord<?, ?> record) {
        Map<String, String> texts = new HashMap<>();
        for (Header header : record.headers()) {
            if (header.value() != null) {
                texts.put(header.key(), new String(header.value(), UTF_8));
            }
        }
        return texts;
    }

    /** That of a record; empty for what is none. */
    static Optional<String> correlationId(Object message) {
        return message instanceof ConsumerRecord<?, ?> record
                ? Optional.ofNullable(text(record, KafkaMessages.CORRELATION_ID))
                : Optional.empty();
    }

    private static @Nullable String text(ConsumerRecord<?, ?> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), UTF_8);
    }
}
