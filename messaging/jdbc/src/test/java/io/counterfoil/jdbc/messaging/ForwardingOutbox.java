package io.counterfoil.jdbc.messaging;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxStore;
import java.util.List;

/** Another outbox, of which a test changes something. */
class ForwardingOutbox implements OutboxStore {

    private final OutboxStore outbox;

    ForwardingOutbox(OutboxStore outbox) {
        this.outbox = outbox;
    }

    @Override
    public void add(Message message) {
        outbox.add(message);
    }

    @Override
    public Page relay(long after, int limit, Sending sending) {
        return outbox.relay(after, limit, sending);
    }

    @Override
    public List<SetAside> setAside(int limit) {
        return outbox.setAside(limit);
    }

    @Override
    public boolean sendAgain(long id) {
        return outbox.sendAgain(id);
    }

    @Override
    public boolean discard(long id) {
        return outbox.discard(id);
    }
}
