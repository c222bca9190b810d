package io.counterfoil.ledger.api;

import io.counterfoil.entities.BatchId;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.BatchViews.MemberView;
import io.counterfoil.ledger.domain.BatchEntry;
import io.counterfoil.ledger.domain.Batches;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;

/** All members of a batch, in order, read page by page while they are written to the response. */
final class AllMembers implements Iterator<MemberView> {

    private static final int PIECE = 1000;

    private final Batches batches;
    private final ClientId client;
    private final BatchId id;
    private List<BatchEntry> piece = List.of();
    private int at;
    private long position;
    private boolean ended;

    AllMembers(Batches batches, ClientId client, BatchId id) {
        this.batches = batches;
        this.client = client;
        this.id = id;
    }

    @Override
    public boolean hasNext() {
        if (at == piece.size() && !ended) {
            piece = batches.members(client, id, Optional.empty(), position, PIECE);
            at = 0;
            ended = piece.size() < PIECE;
        }
        return at < piece.size();
    }

    @Override
    public MemberView next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        BatchEntry member = piece.get(at++);
        position = member.position();
        return MemberView.of(member);
    }
}
