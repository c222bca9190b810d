package io.counterfoil.springmessaging;

import io.counterfoil.messaging.inbox.MessageKey;
import io.counterfoil.messaging.inbox.Processed;
import io.counterfoil.messaging.inbox.Redeliveries;
import io.counterfoil.springmessaging.internal.CurrentBatch;
import io.counterfoil.springmessaging.internal.CurrentMessage;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at a batch that a container delivers. Messages that can share a transaction are handed to the method at once. Where that transaction
 * fails, each of its messages is attempted alone, in order, so that the failure counts for the message whose it is; the first that fails ends the
 * attempt, and the container is told which it is. Everything before it is then done. Used by one thread.
 */
final class BatchAttempt {

    private static final Logger LOG = LoggerFactory.getLogger(OncePerMessage.class);

    private final CurrentBatch batch;
    private final BatchCalls calls;
    private final Redeliveries redeliveries;

    BatchAttempt(CurrentBatch batch, BatchCalls calls, Redeliveries redeliveries) {
        this.batch = batch;
        this.calls = calls;
        this.redeliveries = redeliveries;
    }

    void run() throws Throwable {
        CurrentMessage.attemptingBatch(calls.method());
        int next = 0;
        while (next < batch.messages().size()) {
            List<BatchedMessage> shared = shared(next);
            if (shared.size() < 2) {
                alone(new BatchedMessage(next, key(next)));
                next++;
            } else {
                together(shared);
                next += shared.size();
            }
        }
    }

    /** Begins the attempts at the messages from this one on that share a transaction; what fails to begin is attempted after them, alone. */
    private List<BatchedMessage> shared(int from) {
        List<BatchedMessage> shared = new ArrayList<>();
        for (int i = from; i < batch.messages().size(); i++) {
            MessageKey key;
            try {
                key = calls.key(i);
                if (!redeliveries.beginShared(
                        key, batch.messages().get(i).delivery().maybeRedelivered())) {
                    return shared;
                }
            } catch (RuntimeException fails) {
                LOG.debug("The message at {} of a batch ends what shares a transaction", i, fails);
                return shared;
            }
            shared.add(new BatchedMessage(i, key));
        }
        return shared;
    }

    private MessageKey key(int index) {
        try {
            return calls.key(index);
        } catch (RuntimeException rejected) {
            throw failed(index, rejected);
        }
    }

    private void together(List<BatchedMessage> members) throws Throwable {
        List<BatchedMessage> left = new ArrayList<>();
        try {
            List<Processed> processed = calls.once(members);
            for (int i = 0; i < members.size(); i++) {
                if (processed.get(i) == Processed.IN_FLIGHT) {
                    left.add(members.get(i));
                } else {
                    redeliveries.ended(members.get(i).key());
                }
            }
        } catch (Exception undone) {
            LOG.debug("{} messages are processed one by one", members.size(), undone);
            left.addAll(members);
        }
        for (int i = 0; i < left.size(); i++) {
            try {
                alone(left.get(i));
            } catch (Throwable failure) {
                takeBack(left.subList(i + 1, left.size()), left.get(i).key());
                throw failure;
            }
        }
    }

    /** The attempts that have begun, except at the message that has failed. */
    private void takeBack(List<BatchedMessage> members, MessageKey failed) {
        members.stream()
                .map(BatchedMessage::key)
                .filter(key -> !key.equals(failed))
                .forEach(redeliveries::takeBack);
    }

    private void alone(BatchedMessage member) throws Throwable {
        attempt(member, () -> calls.once(member));
    }

    /** The batch cannot be processed: its first message has failed by that. */
    void refuse(String why) throws Throwable {
        CurrentMessage.attemptingBatch(calls.method());
        attempt(new BatchedMessage(0, key(0)), () -> {
            throw new IllegalStateException(why);
        });
    }

    private void attempt(BatchedMessage member, ContainerAttempt.Work work) throws Throwable {
        try {
            new ContainerAttempt(
                            member.key(), batch.messages().get(member.index()).delivery(), redeliveries)
                    .run(work);
        } catch (Exception failure) {
            throw failed(member.index(), failure);
        }
    }

    private RuntimeException failed(int index, Throwable failure) {
        CurrentMessage.failedInBatch(calls.method(), index);
        return batch.failed(index, failure);
    }
}
