package io.counterfoil.springmessaging.kafka;

import io.counterfoil.springmessaging.internal.FailedProcessing;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.RecordInterceptor;

/**
 * Around the application's interceptor, where it has one: what a container does after a record has failed, its error handler and its log
 * lines, runs under the correlation ID of the processing that failed. Thread-safe.
 */
record ReportedRecords<K, V>(@Nullable RecordInterceptor<K, V> theirs) implements RecordInterceptor<K, V> {

    @Override
    public @Nullable ConsumerRecord<K, V> intercept(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
        FailedProcessing.endReport();
        return theirs == null ? record : theirs.intercept(record, consumer);
    }

    @Override
    public void success(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
        if (theirs != null) {
            theirs.success(record, consumer);
        }
    }

    /** Called before the error handler. */
    @Override
    public void failure(ConsumerRecord<K, V> record, Exception failure, Consumer<K, V> consumer) {
        FailedProcessing.beginReport(failure);
        if (theirs != null) {
            theirs.failure(record, failure, consumer);
        }
    }

    /** Called after the error handler. */
    @Override
    public void afterRecord(ConsumerRecord<K, V> record, Consumer<K, V> consumer) {
        try {
            if (theirs != null) {
                theirs.afterRecord(record, consumer);
            }
        } finally {
            FailedProcessing.endReport();
        }
    }

    @Override
    public void setupThreadState(Consumer<?, ?> consumer) {
        if (theirs != null) {
            theirs.setupThreadState(consumer);
        }
    }

    /** Called after each poll, also when an error handler has thrown. */
    @Override
    public void clearThreadState(Consumer<?, ?> consumer) {
        FailedProcessing.endReport();
        if (theirs != null) {
            theirs.clearThreadState(consumer);
        }
    }
}
