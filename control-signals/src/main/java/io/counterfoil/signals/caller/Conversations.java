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
final class Conversations {

    private final CallerLimits limits;
    private final InstantSource clock;
    private final Map<CommandId, Conversation> byCommand = new HashMap<>();
    private final Map<String, Conversation> byPrefix = new HashMap<>();
    private final Set<Conversation> open = new HashSet<>();
    private final LinkedHashMap<Conversation, Instant> remembered = new LinkedHashMap<>();

    Conversations(CallerLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    synchronized Optional<Conversation> find(CommandId id) {
        forget();
        return Optional.ofNullable(byCommand.get(id));
    }

    synchronized Optional<Conversation> find(String prefix) {
        return Optional.ofNullable(byPrefix.get(prefix));
    }

    /**
     * Adds one that waits, unless that command is known.
     *
     * @return the known one
     * @throws IllegalStateException when too many wait
     */
    synchronized Optional<Conversation> add(Conversation fresh) {
        Optional<Conversation> known = find(fresh.id());
        if (known.isEmpty()) {
            requireRoom();
            byCommand.put(fresh.id(), fresh);
            byPrefix.put(fresh.lineage().prefix(), fresh);
            open.add(fresh);
        }
        return known;
    }

    /** Makes the next attempt at a command that may be over, which waits again. */
    synchronized Attempt reopen(Conversation conversation) {
        if (!open.contains(conversation)) {
            requireRoom();
            remembered.remove(conversation);
            byCommand.put(conversation.id(), conversation);
            byPrefix.put(conversation.lineage().prefix(), conversation);
            open.add(conversation);
        }
        return conversation.prepare();
    }

    /** It waits no more, unless it was reopened meanwhile. */
    synchronized void ended(Conversation conversation) {
        if (conversation.isOver() && open.remove(conversation)) {
            remembered.put(conversation, clock.instant());
            forget();
        }
    }

    /** Its last attempt was not sent after all; with no other it is as if it had never been. */
    synchronized void unsent(Conversation conversation) {
        ended(conversation);
        if (conversation.tries().size() == 1) {
            remembered.remove(conversation);
            forget(conversation);
        }
    }

    synchronized int room() {
        return limits.open() - open.size();
    }

    synchronized List<Conversation> open() {
        return List.copyOf(open);
    }

    /** How many commands are known. */
    synchronized int size() {
        return byCommand.size();
    }

    private void requireRoom() {
        if (room() < 1) {
            throw new IllegalStateException(limits.open()
                    + " commands wait for an outcome, and no more are allowed at once (CallerLimits.open)");
        }
    }

    private void forget() {
        Instant kept = clock.instant().minus(limits.rememberedFor());
        Iterator<Map.Entry<Conversation, Instant>> eldest =
                remembered.entrySet().iterator();
        for (int size = remembered.size(); eldest.hasNext(); size--) {
            Map.Entry<Conversation, Instant> next = eldest.next();
            if (size <= limits.remembered() && next.getValue().isAfter(kept)) {
                return;
            }
            eldest.remove();
            forget(next.getKey());
        }
    }

    private void forget(Conversation conversation) {
        byCommand.remove(conversation.id(), conversation);
        byPrefix.remove(conversation.lineage().prefix(), conversation);
    }
}
