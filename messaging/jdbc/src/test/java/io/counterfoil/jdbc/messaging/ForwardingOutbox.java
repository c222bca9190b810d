package io.counterfoil.jdbc.messaging;

import io.counterfoil.messaging.Message;
import io.counterfoil.messaging.outbox.OutboxSender;
import io.counterfoil.messaging.outbox.OutboxStore;
import io.counterfoil.messaging.outbox.RelayResult;
import io.counterfoil.messaging.outbox.SetAsideMessage;
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
    public RelayResult relay(long after, int limit, OutboxSender sending) {
        return outbox.relay(after, limit, sending);
    }

    @Override
    public List<SetAsideMessage> setAside(int limit) {
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
