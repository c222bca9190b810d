package io.counterfoil.springmessaging.kafka;

import io.counterfoil.springmessaging.internal.CurrentBatch;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.BatchListenerFailedException;

/** A batch of records. The container commits those before the one that failed, and polls again from that one on. */
record RecordBatch(List<? extends ConsumerRecord<?, ?>> records, List<CurrentMessage> messages)
        implements CurrentBatch {

    @Override
    public RuntimeException failed(int index, Throwable cause) {
        return new BatchListenerFailedException(
                "a record of a batch of " + records.size() + " failed: " + cause, cause, records.get(index));
    }

    /** The next record is where the container continues, if there is one. */
    @Override
    public Optional<RuntimeException> failureWasCaught(int index) {
        int next = index + 1;
        return next == records.size()
                ? Optional.empty()
                : Optional.of(new BatchListenerFailedException(
                        "the failure of the record before this one was caught; from this one on the batch is delivered again",
                        records.get(next)));
    }

    @Override
    public int settledBy(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BatchListenerFailedException one) {
                ConsumerRecord<?, ?> record = one.getRecord();
                return Math.max(0, record == null ? one.getIndex() : records.indexOf(record));
            }
        }
        return 0;
    }
}
