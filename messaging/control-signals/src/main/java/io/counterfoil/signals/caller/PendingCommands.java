package io.counterfoil.signals.caller;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The commands that a caller knows: those that wait for an outcome, and for a while those that did. Thread-safe. */
final class PendingCommands {

    private final CallerLimits limits;
    private final InstantSource clock;
    private final Map<CommandId, PendingCommand> byCommand = new HashMap<>();
    private final Map<String, PendingCommand> byPrefix = new HashMap<>();
    private final Set<PendingCommand> open = new HashSet<>();
    private final LinkedHashMap<PendingCommand, Instant> remembered = new LinkedHashMap<>();

    PendingCommands(CallerLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    synchronized Optional<PendingCommand> find(CommandId id) {
        forget();
        return Optional.ofNullable(byCommand.get(id));
    }

    synchronized Optional<PendingCommand> find(String prefix) {
        return Optional.ofNullable(byPrefix.get(prefix));
    }

    /**
     * Adds one that waits, unless that command is known.
     *
     * @return the known one
     * @throws IllegalStateException when too many wait
     */
    synchronized Optional<PendingCommand> add(PendingCommand fresh) {
        Optional<PendingCommand> known = find(fresh.id());
        if (known.isEmpty()) {
            requireRoom();
            byCommand.put(fresh.id(), fresh);
            byPrefix.put(fresh.lineage().prefix(), fresh);
            open.add(fresh);
        }
        return known;
    }

    /** Makes the next attempt at a command that may be over, which waits again. */
    synchronized CommandAttempt reopen(PendingCommand pending) {
        if (!open.contains(pending)) {
            requireRoom();
            remembered.remove(pending);
            byCommand.put(pending.id(), pending);
            byPrefix.put(pending.lineage().prefix(), pending);
            open.add(pending);
        }
        return pending.prepare();
    }

    /** It waits no more, unless it was reopened meanwhile. */
    synchronized void ended(PendingCommand pending) {
        if (pending.isOver() && open.remove(pending)) {
            remembered.put(pending, clock.instant());
            forget();
        }
    }

    /** Its last attempt was not sent after all; with no other it is as if it had never been. */
    synchronized void unsent(PendingCommand pending) {
        ended(pending);
        if (pending.attempts().size() == 1) {
            remembered.remove(pending);
            forget(pending);
        }
    }

    synchronized int room() {
        return limits.open() - open.size();
    }

    synchronized List<PendingCommand> open() {
        return List.copyOf(open);
    }

    private void requireRoom() {
        if (room() < 1) {
            throw new IllegalStateException(
                    limits.open() + " commands await an outcome, the maximum (CallerLimits.open)");
        }
    }

    private void forget() {
        Instant kept = clock.instant().minus(limits.rememberedFor());
        Iterator<Map.Entry<PendingCommand, Instant>> eldest =
                remembered.entrySet().iterator();
        for (int size = remembered.size(); eldest.hasNext(); size--) {
            Map.Entry<PendingCommand, Instant> next = eldest.next();
            if (size <= limits.remembered() && next.getValue().isAfter(kept)) {
                return;
            }
            eldest.remove();
            forget(next.getKey());
        }
    }

    private void forget(PendingCommand pending) {
        byCommand.remove(pending.id(), pending);
        byPrefix.remove(pending.lineage().prefix(), pending);
    }
}
