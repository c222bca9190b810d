package io.counterfoil.springmessaging.kafka;

import io.counterfoil.springmessaging.internal.FailedProcessing;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchInterceptor;

/** {@link ReportedRecords} for batches; what is opened for one is closed when the container has done with its poll. Thread-safe. */
record ReportedBatches<K, V>(@Nullable BatchInterceptor<K, V> theirs) implements BatchInterceptor<K, V> {

    @Override
    public @Nullable ConsumerRecords<K, V> intercept(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
        FailedProcessing.endReport();
        return theirs == null ? records : theirs.intercept(records, consumer);
    }

    @Override
    public void success(ConsumerRecords<K, V> records, Consumer<K, V> consumer) {
        if (theirs != null) {
            theirs.success(records, consumer);
        }
    }

    /** Called before the error handler. */
    @Override
    public void failure(ConsumerRecords<K, V> records, Exception failure, Consumer<K, V> consumer) {
        FailedProcessing.beginReport(failure);
        if (theirs != null) {
            theirs.failure(records, failure, consumer);
        }
    }

    @Override
    public void setupThreadState(Consumer<?, ?> consumer) {
        if (theirs != null) {
            theirs.setupThreadState(consumer);
        }
    }

    @Override
    public void clearThreadState(Consumer<?, ?> consumer) {
        FailedProcessing.endReport();
        if (theirs != null) {
            theirs.clearThreadState(consumer);
        }
    }
}
