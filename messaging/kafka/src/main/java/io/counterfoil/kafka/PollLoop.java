package io.counterfoil.kafka;

import io.counterfoil.kafka.internal.KafkaMessages;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the polling thread does with one consumer of Kafka's: fetch, pause and resume, commit, come and go. For that thread alone. */
final class PollLoop implements ConsumerRebalanceListener {

    private static final Logger LOG = LoggerFactory.getLogger(KafkaInboxConsumer.class);
    private static final Duration IDLE = Duration.ofMillis(100);
    /** While something settles that is to be committed, or that there may be room again after. */
    private static final Duration BUSY = Duration.ofMillis(10);

    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final KafkaInboxConsumer.Builder settings;
    private final RecordDispatcher work;
    private final Map<TopicPartition, Partition> partitions = new HashMap<>();
    private final Set<TopicPartition> paused = new HashSet<>();
    private boolean committing;
    private boolean assigned;

    PollLoop(Consumer<byte[], byte[]> consumer, KafkaInboxConsumer.Builder settings, RecordDispatcher work) {
        this.consumer = consumer;
        this.settings = settings;
        this.work = work;
    }

    void run(BooleanSupplier open) {
        consumer.subscribe(settings.topics, this);
        while (open.getAsBoolean()) {
            try {
                boolean busy = partitions.values().stream().anyMatch(Partition::isBusy);
                consumer.poll(busy ? BUSY : IDLE).forEach(this::take);
                partitions.forEach(this::readPosition);
                pauseAndResume();
                commit();
            } catch (WakeupException closes) {
                LOG.debug("The consumer of group {} was woken", settings.group);
            }
        }
    }

    /** Whether it ever came as far as to be given a partition. */
    boolean wasAssigned() {
        return assigned;
    }

    /** From any thread. */
    void wakeUp() {
        consumer.wakeup();
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        Partition partition = partitions.get(new TopicPartition(record.topic(), record.partition()));
        if (partition == null) {
            throw new IllegalStateException(
                    "a record of a partition that is not assigned here: " + record.topic() + "-" + record.partition());
        }
        Slot slot = partition.add(record);
        if (isWanted(record)) {
            work.take(new PendingRecord(partition, slot, record));
        } else {
            partition.settle(slot);
        }
    }

    /** Known locally but for a moment after an assignment or a reset. */
    private void readPosition(TopicPartition name, Partition partition) {
        try {
            partition.fetchedUpTo(consumer.position(name, Duration.ZERO));
        } catch (TimeoutException unknown) {
            LOG.debug("The position of group {} in {} is not known yet", settings.group, name);
        }
    }

    private boolean isWanted(ConsumerRecord<byte[], byte[]> record) {
        if (settings.patterns.isEmpty()) {
            return true;
        }
        String topic = KafkaMessages.topic(record);
        return settings.patterns.stream().anyMatch(pattern -> pattern.matches(topic));
    }

    private void pauseAndResume() {
        partitions.forEach((name, partition) -> {
            if (!paused.contains(name) && partition.isFull()) {
                consumer.pause(List.of(name));
                paused.add(name);
            } else if (paused.contains(name) && partition.hasRoom()) {
                consumer.resume(List.of(name));
                paused.remove(name);
            }
        });
    }

    /** One at a time; what settles meanwhile goes with the next. */
    private void commit() {
        Map<TopicPartition, OffsetAndMetadata> offsets = committing ? Map.of() : uncommitted(partitions.keySet());
        if (offsets.isEmpty()) {
            return;
        }
        committing = true;
        consumer.commitAsync(offsets, (done, refused) -> {
            committing = false;
            if (refused == null) {
                committed(done);
            } else {
                LOG.debug(
                        "Offsets of group {} were not committed; the next commit includes them",
                        settings.group,
                        refused);
            }
        });
    }

    private Map<TopicPartition, OffsetAndMetadata> uncommitted(Collection<TopicPartition> names) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (TopicPartition name : names) {
            Partition partition = partitions.get(name);
            if (partition != null) {
                partition.uncommitted().ifPresent(offset -> offsets.put(name, offset));
            }
        }
        return offsets;
    }

    private void committed(Map<TopicPartition, OffsetAndMetadata> done) {
        done.forEach((name, offset) -> {
            Partition partition = partitions.get(name);
            if (partition != null) {
                partition.committed(offset);
            }
        });
    }

    private void commitNow(Collection<TopicPartition> names) {
        try {
            commitSettled(names, REQUEST_LIMIT);
        } catch (KafkaException refused) {
            notCommitted(refused);
        }
    }

    private void commitSettled(Collection<TopicPartition> names, Duration limit) {
        Map<TopicPartition, OffsetAndMetadata> offsets = uncommitted(names);
        if (offsets.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(offsets, limit);
        } catch (WakeupException closes) {
            // The call that was to wake the poll, and comes once.
            consumer.commitSync(offsets, limit);
        }
        committed(offsets);
    }

    private void notCommitted(KafkaException refused) {
        LOG.warn(
                "Offsets of group {} were not committed; their messages will be delivered again",
                settings.group,
                refused);
    }

    /** During a rebalance of the group nothing can be committed, and it completes only while its members poll. */
    private void commitLast() {
        Duration limit = settings.closeLimit.compareTo(REQUEST_LIMIT) > 0 ? settings.closeLimit : REQUEST_LIMIT;
        try {
            for (long polls = limit.dividedBy(IDLE); polls > 0; polls--) {
                try {
                    commitSettled(partitions.keySet(), limit);
                    return;
                } catch (RebalanceInProgressException rebalancing) {
                    LOG.debug("Group {} is rebalancing; the last offsets are committed afterwards", settings.group);
                    pollWithoutTaking();
                }
            }
            commitSettled(partitions.keySet(), limit);
        } catch (KafkaException refused) {
            notCommitted(refused);
        }
    }

    /** What comes nevertheless is not committed, and so is delivered to the next consumer. */
    private void pollWithoutTaking() {
        consumer.pause(consumer.assignment());
        try {
            consumer.poll(IDLE);
        } catch (WakeupException closes) {
            LOG.debug("The consumer of group {} was woken", settings.group);
        }
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> names) {
        assigned = assigned || !names.isEmpty();
        Map<TopicPartition, Long> ends = ends(names);
        for (TopicPartition name : names) {
            long end = ends.getOrDefault(name, Long.MAX_VALUE);
            partitions.put(name, new Partition(settings.inFlight, end, work.lane()));
        }
    }

    private Map<TopicPartition, Long> ends(Collection<TopicPartition> names) {
        try {
            return names.isEmpty() ? Map.of() : consumer.endOffsets(names, REQUEST_LIMIT);
        } catch (WakeupException closes) {
            return Map.of();
        } catch (KafkaException unknown) {
            LOG.warn(
                    "Group {} cannot read its offsets, and treats all messages as redelivered",
                    settings.group,
                    unknown);
            return Map.of();
        }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> names) {
        commitNow(names);
        leave(names);
    }

    /** Others have them already. */
    @Override
    public void onPartitionsLost(Collection<TopicPartition> names) {
        leave(names);
    }

    private void leave(Collection<TopicPartition> names) {
        for (TopicPartition name : List.copyOf(names)) {
            paused.remove(name);
            Partition partition = partitions.remove(name);
            if (partition != null) {
                partition.leave();
            }
        }
    }

    /** Stops delivering. Running receivers continue, and may settle until this is closed. */
    void stop() {
        partitions.values().forEach(partition -> partition.lane().close());
    }

    /** Commits what is settled, and leaves the group. */
    void close() {
        commitLast();
        leave(partitions.keySet());
        try {
            consumer.close();
        } catch (KafkaException refused) {
            LOG.warn("A consumer could not leave group {} cleanly", settings.group, refused);
        }
    }
}
