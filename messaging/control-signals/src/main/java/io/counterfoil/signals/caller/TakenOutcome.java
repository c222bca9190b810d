package io.counterfoil.signals.caller;

import java.util.Optional;

/** @param ended the round that this answers */
record TakenOutcome(PendingCommand.Verdict verdict, Optional<RetryRound> ended) {}
