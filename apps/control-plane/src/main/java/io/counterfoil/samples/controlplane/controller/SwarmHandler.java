package io.counterfoil.samples.controlplane.controller;

import io.counterfoil.samples.controlplane.SwarmAction;
import io.counterfoil.samples.controlplane.Work;
import io.counterfoil.signals.envelope.Data;
import io.counterfoil.signals.envelope.Signal;
import io.counterfoil.signals.envelope.SignalFailure;
import io.counterfoil.signals.receiver.HandlerResult;
import io.counterfoil.signals.receiver.SignalHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes one kind of command, in the transaction that stores its outcome. The effect is written first and the time
 * that the work takes comes after it, so that a controller killed meanwhile is killed at the worst moment. Thread-safe.
 */
final class SwarmHandler implements SignalHandler {

    private static final Logger LOG = LoggerFactory.getLogger(SwarmHandler.class);

    private final SwarmAction action;
    private final String controller;
    private final Supplier<Connection> connection;
    private final Told told;
    private final CountDownLatch stopping;

    /**
     * @param controller its name, as effects are signed
     * @param connection of the transaction that the calling thread is in
     * @param stopping is counted down when work should hurry up and end
     */
    SwarmHandler(
            SwarmAction action,
            String controller,
            Supplier<Connection> connection,
            Told told,
            CountDownLatch stopping) {
        this.action = action;
        this.controller = controller;
        this.connection = connection;
        this.told = told;
        this.stopping = stopping;
    }

    @Override
    public HandlerResult handle(Signal signal) throws SQLException, InterruptedException {
        told.begins(signal.correlationId());
        try {
            return carryOut(signal, new SwarmTable(connection.get()));
        } finally {
            told.ends(signal.correlationId());
        }
    }

    private HandlerResult carryOut(Signal signal, SwarmTable swarms) throws SQLException, InterruptedException {
        Work work;
        try {
            work = Work.of(signal.data());
        } catch (Work.InvalidWorkException refused) {
            return HandlerResult.failed(SignalFailure.of("BAD_DATA", String.valueOf(refused.getMessage())), Data.EMPTY);
        }
        String swarm = signal.scope().swarmId();
        LOG.info("{} of {} begins, {} s", signal.type(), swarm, work.seconds());
        HandlerResult handled = work.fails() ? failed(signal, swarm, swarms) : effect(signal, swarm, swarms);
        if (handled instanceof HandlerResult.Done) {
            swarms.noteEffect(swarm, action, signal.idempotencyKey(), controller);
        }
        if (stopping.await(work.seconds(), TimeUnit.SECONDS)) {
            throw new CancellationException(controller + " is stopping; another controller executes the command");
        }
        LOG.info("{} of {} ends", signal.type(), swarm);
        return handled;
    }

    private HandlerResult failed(Signal signal, String swarm, SwarmTable swarms) throws SQLException {
        if (action == SwarmAction.CREATE) {
            swarms.giveUp(swarm, signal.idempotencyKey());
        }
        return HandlerResult.failed(
                new SignalFailure("FAILED_AS_ASKED", "the command requested its failure"), Data.EMPTY);
    }

    private HandlerResult effect(Signal signal, String swarm, SwarmTable swarms) throws SQLException {
        return switch (action) {
            case CREATE ->
                swarms.create(swarm, signal.idempotencyKey())
                        ? HandlerResult.done("Ready", Data.EMPTY)
                        : HandlerResult.failed(
                                new SignalFailure("SWARM_EXISTS", "there is already a swarm " + swarm), Data.EMPTY);
            case START -> changed(swarms.set(swarm, "Running"), "Running", swarm, swarms);
            case STOP -> changed(swarms.set(swarm, "Stopped"), "Stopped", swarm, swarms);
            case REMOVE -> changed(swarms.remove(swarm), "Removed", swarm, swarms);
        };
    }

    private static HandlerResult changed(boolean was, String status, String swarm, SwarmTable swarms)
            throws SQLException {
        if (was) {
            return HandlerResult.done(status, Data.EMPTY);
        }
        return swarms.isRequested(swarm)
                ? HandlerResult.notDone(new SignalFailure("NOT_READY", "swarm " + swarm + " is not created yet"))
                : HandlerResult.failed(new SignalFailure("NO_SUCH_SWARM", "there is no swarm " + swarm), Data.EMPTY);
    }
}
