package io.counterfoil.ledger.access;

import io.counterfoil.entities.InvalidReferenceException;
import io.counterfoil.entities.ReferenceId;
import io.counterfoil.http.message.Problem;
import io.counterfoil.idempotency.key.ClientId;
import io.counterfoil.ledger.api.Problems;
import io.counterfoil.ledger.domain.Ledger;
import io.counterfoil.ledger.domain.LedgerId;
import io.counterfoil.ledger.domain.Ledgers;
import io.counterfoil.ledger.domain.Transaction;
import io.counterfoil.ledger.domain.TransactionId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Rejects, with 403, writes to a ledger and its transactions by clients other than its owner and its {@link Writers}, and
 * changes of the ledger itself (metadata, deletion, its writers) by all but its owner. Keys are not looked up before. A
 * writer that is removed meanwhile may still have the request executed. Requests for missing entities pass: the handler
 * answers them. Thread-safe.
 */
final class OwnerWrites implements HandlerInterceptor {

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private final Ledgers ledgers;
    private final Writers writers;

    OwnerWrites(Ledgers ledgers, Writers writers) {
        this.ledgers = ledgers;
        this.writers = writers;
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        Principal client = request.getUserPrincipal();
        if (READS.contains(request.getMethod())
                || client == null
                || written(request, client)
                        .filter(ledger -> !isOwner(client, ledger))
                        .filter(ledger ->
                                changesTheLedger(request) || !writers.has(ledger.id(), ClientId.of(client.getName())))
                        .isEmpty()) {
            return true;
        }
        Problem problem = Problems.notTheOwner();
        ApiKeyAuthenticator.refuse(request, response, problem);
        return false;
    }

    private static boolean isOwner(Principal client, Ledger ledger) {
        return ledger.client().value().equals(client.getName());
    }

    /** Whether the request changes the ledger itself, not its transactions. */
    private static boolean changesTheLedger(HttpServletRequest request) {
        String pattern = pattern(request);
        return request.getMethod().equals("DELETE") || pattern.endsWith("/metadata") || pattern.endsWith("/writers");
    }

    /** The matched pattern, since a path can be written in several ways. */
    private static String pattern(HttpServletRequest request) {
        return String.valueOf(request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE));
    }

    /**
     * The existing ledger that the request would write to; empty where a reference ID names it, which finds only the
     * client's own ledgers.
     */
    private Optional<Ledger> written(HttpServletRequest request, Principal client) {
        String id = pathId(request);
        // The kind of an ID is that of its path: a plain UUID could be read as either.
        boolean ofTransaction = pattern(request).startsWith("/v1/transactions/");
        if (id != null) {
            return (ofTransaction
                            ? TransactionId.TYPE
                                    .tryParse(id)
                                    .flatMap(ledgers::transaction)
                                    .map(Transaction::ledgerId)
                            : LedgerId.TYPE.tryParse(id))
                    .flatMap(ledgers::ledger);
        }
        if (pattern(request).equals("/v1/imports")) {
            return Optional.ofNullable(request.getParameter("ledger_id"))
                    .flatMap(LedgerId.TYPE::tryParse)
                    .flatMap(ledgers::ledger);
        }
        return ofTransaction ? ofNamedTransaction(request, client) : Optional.empty();
    }

    private Optional<Ledger> ofNamedTransaction(HttpServletRequest request, Principal client) {
        try {
            return Optional.ofNullable(request.getParameter("reference_id"))
                    .map(ReferenceId::of)
                    .flatMap(name -> ledgers.transactionByReference(ClientId.of(client.getName()), name))
                    .flatMap(transaction -> ledgers.ledger(transaction.ledgerId()));
        } catch (InvalidReferenceException none) {
            return Optional.empty();
        }
    }

    private static @Nullable String pathId(HttpServletRequest request) {
        Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables instanceof Map<?, ?> byName && byName.get("id") instanceof String id ? id : null;
    }
}
