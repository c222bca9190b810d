package io.counterfoil.kafka.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings of Kafka's clients that the adapter sets, and those that the application must not set. */
public final class ClientSettings {

    private static final long DELIVERY_LIMIT_MILLIS = 30_000;
    private static final long REQUEST_LIMIT_MILLIS = 10_000;

    private ClientSettings() {}

    /** The settings of a publisher. */
    public static Map<String, Object> producer(Map<String, Object> given) {
        Map<String, Object> settings = new HashMap<>(given);
        keep(settings, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true", Set.of("true"));
        keep(settings, ProducerConfig.ACKS_CONFIG, "all", Set.of("all", "-1"));
        if (settings.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
            throw new IllegalArgumentException(ProducerConfig.TRANSACTIONAL_ID_CONFIG
                    + " is not supported: this publisher does not use transactions");
        }
        // With more than one in flight, a partition whose leader is not ready yet may refuse the first request of a new
        // producer and accept the second; the first then stays out of sequence, and its messages come after later ones.
        settings.putIfAbsent(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        settings.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY_LIMIT_MILLIS);
        long delivery = Long.parseLong(String.valueOf(settings.get(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)));
        // Kafka's client refuses a request that may take longer than the whole delivery, its lingering included.
        settings.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int)
                Math.max(1, Math.min(REQUEST_LIMIT_MILLIS, delivery / 2)));
        settings.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, REQUEST_LIMIT_MILLIS);
        return settings;
    }

    /** The settings of a consumer. */
    public static Map<String, Object> consumer(Map<String, Object> given, String group, int inFlight) {
        Map<String, Object> settings = new HashMap<>(given);
        keep(settings, ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false", Set.of("false"));
        keep(settings, ConsumerConfig.GROUP_ID_CONFIG, group, Set.of(group));
        // A group that is new begins where the topic does: what was sent before its first start is for it too.
        settings.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Math.min(500, inFlight));
        if (!"consumer".equalsIgnoreCase(String.valueOf(settings.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG)))) {
            settings.putIfAbsent(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, CooperativeStickyAssignor.class.getName());
        }
        return settings;
    }

    /** The connection settings of a consumer, for a producer; settings for consumers alone are left out. */
    public static Map<String, Object> producerBeside(Map<String, Object> consumer) {
        Map<String, Object> settings = new HashMap<>(consumer);
        settings.keySet().retainAll(ProducerConfig.configNames());
        settings.remove(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG);
        // What was small enough to come out of Kafka is small enough to go in; the limit is the topic's.
        settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.MAX_VALUE);
        return producer(settings);
    }

    /** The connection settings of a consumer, for one that reads partitions and commits nothing; settings for producers alone are left out. */
    public static Map<String, Object> reader(Map<String, Object> given) {
        Map<String, Object> settings = new HashMap<>(given);
        settings.keySet().retainAll(ConsumerConfig.configNames());
        settings.keySet()
                .removeAll(Set.of(
                        ConsumerConfig.GROUP_ID_CONFIG,
                        ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                        ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                        ConsumerConfig.CLIENT_ID_CONFIG,
                        ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return settings;
    }

    private static void keep(Map<String, Object> settings, String name, String value, Set<String> same) {
        Object given = settings.putIfAbsent(name, value);
        if (given != null && !same.contains(String.valueOf(given))) {
            throw new IllegalArgumentException(name + " is " + value + " and cannot be " + given);
        }
    }
}
