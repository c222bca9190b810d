package io.counterfoil.kafka;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The state of one partition from its assignment to its revocation: which records are not settled, and the offset up to which all are, which
 * may be committed: that of the first record that is not settled, or the consumer's position where all are. The position passes what is never
 * delivered: markers of transactions, records of aborted ones, gaps that compaction has left. After the revocation nothing changes: records
 * that are settled late are delivered elsewhere. Thread-safe.
 *
 * <p>It is full when {@code inFlight} records are not settled, or when many have settled after one that has not, because all of these would
 * be delivered again after a crash.
 */
final class Partition {

    private static final int SPAN = 64;

    private final int inFlight;
    private final long endWhenAssigned;
    private final SerialExecutor<PendingRecord> lane;

    private final Deque<Slot> slots = new ArrayDeque<>();
    private int unsettled;
    private boolean left;
    private Optional<Long> position = Optional.empty();
    private Optional<Integer> epoch = Optional.empty();
    private @Nullable OffsetAndMetadata settledUpTo;
    private @Nullable OffsetAndMetadata committed;

    /** @param endWhenAssigned where the partition ended when it was assigned: all before it may have been delivered to others */
    Partition(int inFlight, long endWhenAssigned, SerialExecutor<PendingRecord> lane) {
        this.inFlight = inFlight;
        this.endWhenAssigned = endWhenAssigned;
        this.lane = lane;
    }

    SerialExecutor<PendingRecord> lane() {
        return lane;
    }

    boolean maybeDeliveredBefore(long offset) {
        return offset < endWhenAssigned;
    }

    synchronized Slot add(ConsumerRecord<?, ?> record) {
        Slot slot = new Slot(record.offset(), record.leaderEpoch());
        slots.addLast(slot);
        unsettled++;
        return slot;
    }

    synchronized void settle(Slot slot) {
        if (left || slot.settled) {
            return;
        }
        slot.settled = true;
        unsettled--;
        for (Slot first = slots.peekFirst(); first != null && first.settled; first = slots.peekFirst()) {
            epoch = first.epoch;
            settledUpTo = new OffsetAndMetadata(first.offset + 1, epoch, "");
            slots.removeFirst();
        }
        passWhatIsNotDelivered();
    }

    /** The consumer has fetched up to this offset, and what it delivers of that was {@linkplain #add added}. */
    synchronized void fetchedUpTo(long offset) {
        position = Optional.of(offset);
        passWhatIsNotDelivered();
    }

    private void passWhatIsNotDelivered() {
        Slot first = slots.peekFirst();
        Optional<Long> upTo = first == null ? position : Optional.of(first.offset);
        if (!left && upTo.isPresent()) {
            settledUpTo = new OffsetAndMetadata(upTo.get(), epoch, "");
        }
    }

    synchronized boolean isFull() {
        return unsettled >= inFlight || slots.size() >= SPAN * inFlight;
    }

    /** Whether at most half of the limits is used, so that fetching can resume. */
    synchronized boolean hasRoom() {
        return unsettled <= inFlight / 2 && slots.size() <= SPAN * inFlight / 2;
    }

    synchronized boolean isBusy() {
        return !slots.isEmpty() || uncommitted().isPresent();
    }

    synchronized Optional<OffsetAndMetadata> uncommitted() {
        OffsetAndMetadata upTo = settledUpTo;
        return upTo == null || upTo.equals(committed) ? Optional.empty() : Optional.of(upTo);
    }

    synchronized void committed(OffsetAndMetadata upTo) {
        committed = upTo;
    }

    /** Takes it away: what waits in its lane is dropped, what is settled later counts for nothing. */
    void leave() {
        synchronized (this) {
            left = true;
        }
        lane.close();
    }

    synchronized boolean isLeft() {
        return left;
    }
}
