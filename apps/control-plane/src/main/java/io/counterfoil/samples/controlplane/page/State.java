package io.counterfoil.samples.controlplane.page;

import io.counterfoil.samples.controlplane.launch.Broker;
import io.counterfoil.samples.controlplane.launch.ControllerState;
import io.counterfoil.samples.controlplane.launch.Controllers;
import io.counterfoil.samples.controlplane.orchestrator.CommandView;
import io.counterfoil.samples.controlplane.orchestrator.Events;
import io.counterfoil.samples.controlplane.orchestrator.Events.EventView;
import io.counterfoil.samples.controlplane.orchestrator.History;
import io.counterfoil.samples.controlplane.orchestrator.Swarms;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** All that the page shows. */
record State(
        List<Swarms.SwarmView> swarms,
        List<CommandView> commands,
        List<EventView> alerts,
        List<EventView> metrics,
        List<ControllerState> controllers,
        BrokerView broker) {

    /**
     * How it is with the broker.
     *
     * @param own whether it can be killed
     */
    record BrokerView(String state, boolean own) {}

    /** Looks at everything. Thread-safe. */
    @Component
    static final class Look {

        private static final int MOST_COMMANDS = 30;

        private final Swarms swarms;
        private final History history;
        private final Events events;
        private final Controllers controllers;
        private final Broker broker;

        Look(Swarms swarms, History history, Events events, Controllers controllers, Broker broker) {
            this.swarms = swarms;
            this.history = history;
            this.events = events;
            this.controllers = controllers;
            this.broker = broker;
        }

        State now() {
            return new State(
                    swarms.all(),
                    history.latest(MOST_COMMANDS),
                    events.alerts(),
                    events.metrics(),
                    controllers.states(),
                    new BrokerView(broker.state().name().toLowerCase(Locale.ROOT), broker.isOwn()));
        }
    }
}
