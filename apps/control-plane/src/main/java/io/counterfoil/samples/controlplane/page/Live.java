package io.counterfoil.samples.controlplane.page;

import io.counterfoil.samples.controlplane.api.Problems;
import io.counterfoil.samples.controlplane.orchestrator.Changes;
import io.counterfoil.samples.support.web.ProblemResponse;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends the whole state to every open page, on connection and after each change: changes in quick succession are
 * combined. Thread-safe.
 *
 * <p>One thread reads and sends the state. A page that has gone is noticed at the next telling, within
 * {@value #SIGN_OF_LIFE_SECONDS} s.
 */
@RestController
class Live {

    private static final Logger LOG = LoggerFactory.getLogger(Live.class);
    private static final int MOST_LISTENERS = 16;
    private static final int RETRY_AFTER_SECONDS = 5;
    private static final long COLLECT_MILLIS = 60;
    private static final int SIGN_OF_LIFE_SECONDS = 10;

    private final State.Look look;
    private final Set<SseEmitter> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean pending = new AtomicBoolean();
    private final ScheduledExecutorService teller = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "live");
        thread.setDaemon(true);
        return thread;
    });

    Live(State.Look look, Changes changes) {
        this.look = look;
        changes.tell(this::soon);
        var unused =
                teller.scheduleWithFixedDelay(this::tell, SIGN_OF_LIFE_SECONDS, SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS);
    }

    @GetMapping("/page/live")
    Object listen() {
        if (listeners.size() >= MOST_LISTENERS) {
            return ProblemResponse.of(Problems.tooManyListeners(MOST_LISTENERS), RETRY_AFTER_SECONDS);
        }
        SseEmitter emitter = new SseEmitter(0L);
        emitter.onCompletion(() -> listeners.remove(emitter));
        emitter.onError(gone -> listeners.remove(emitter));
        listeners.add(emitter);
        soon();
        return emitter;
    }

    private void soon() {
        if (pending.compareAndSet(false, true) && !teller.isShutdown()) {
            var unused = teller.schedule(this::tell, COLLECT_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void tell() {
        pending.set(false);
        if (listeners.isEmpty()) {
            return;
        }
        State state;
        try {
            state = look.now();
        } catch (DataAccessException failure) {
            LOG.warn("The state of the page could not be sent: {}", failure.toString());
            return;
        }
        listeners.removeIf(listener -> hasGone(listener, state));
    }

    /** Sends the state to one page, and detects disconnected pages. */
    private static boolean hasGone(SseEmitter listener, State state) {
        try {
            listener.send(SseEmitter.event().name("state").data(state, MediaType.APPLICATION_JSON));
            return false;
        } catch (IOException | IllegalStateException gone) {
            LOG.debug("A page disconnected", gone);
            return true;
        }
    }

    /** Ends the pages' requests, or else the server would wait for them. */
    @PreDestroy
    void close() {
        teller.shutdownNow();
        listeners.forEach(SseEmitter::complete);
    }
}
