package io.counterfoil.springmessaging;

import io.counterfoil.messaging.Publisher;
import io.counterfoil.messaging.outbox.OutboxRelay;
import io.counterfoil.springmessaging.internal.PublisherSetting;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Warns at the start where nothing publishes what is added to the outbox: there is no relay, and a broker's adapter has no publisher, or there are
 * several publishers. An application without an adapter and a publisher has not asked for any.
 */
final class UnpublishedOutbox implements SmartInitializingSingleton {

    private static final Logger LOG = LoggerFactory.getLogger(UnpublishedOutbox.class);

    private final ListableBeanFactory beans;

    UnpublishedOutbox(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (beans.getBeanNamesForType(OutboxRelay.class).length > 0) {
            return;
        }
        List<String> publishers = List.of(beans.getBeanNamesForType(Publisher.class));
        String settings = beans.getBeanProvider(PublisherSetting.class)
                .orderedStream()
                .map(PublisherSetting::text)
                .collect(Collectors.joining(" or "));
        if (!publishers.isEmpty()) {
            LOG.warn(
                    "Nothing publishes the messages of the outbox: of the publishers {} none is @Primary. Select one,"
                            + " or define an OutboxRelay bean.",
                    publishers);
        } else if (!settings.isEmpty()) {
            LOG.warn(
                    "Nothing publishes the messages of the outbox: there is no publisher. Set {}, or define a Publisher bean.",
                    settings);
        }
    }
}
