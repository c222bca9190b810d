package io.counterfoil.ledger.playground;

import io.counterfoil.ledger.domain.InvalidFieldException;
import io.counterfoil.testkit.network.Fault;
import io.counterfoil.testkit.network.FaultPlan;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The network fault of a transfer: it affects the first attempts; later attempts pass. */
enum ChosenFault {
    /** No fault. */
    NONE,
    /** Two requests are lost before they reach the service. */
    DROP_REQUEST,
    /** The service commits, and its response is lost. */
    DROP_RESPONSE,
    /** The service commits, and its response breaks off. */
    CUT_MID_RESPONSE,
    /** The service commits, and its response comes when the client has stopped waiting. */
    DELAY;

    /** Less than the shortest response of the API with its header fields. */
    private static final int DELIVERED_BYTES = 200;

    /** Long: the transfer ends before, and the channel with it. */
    private static final Duration LATE_BY = Duration.ofMinutes(1);

    /**
     * The fault of this name in the API.
     *
     * @throws InvalidFieldException when there is none; names {@code fault}
     */
    static ChosenFault named(String name) {
        return Arrays.stream(values())
                .filter(fault -> fault.apiName().equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidFieldException("fault", "must be one of " + names()));
    }

    /** @param attemptTimeout how long the client waits */
    FaultPlan plan(Duration attemptTimeout) {
        return switch (this) {
            case NONE -> FaultPlan.none();
            case DROP_REQUEST -> FaultPlan.scripted(Fault.loseRequest(), Fault.loseRequest());
            case DROP_RESPONSE -> FaultPlan.scripted(Fault.loseResponse());
            case CUT_MID_RESPONSE -> FaultPlan.scripted(Fault.truncateResponse(DELIVERED_BYTES));
            case DELAY -> FaultPlan.scripted(Fault.delayResponse(attemptTimeout.plus(LATE_BY)));
        };
    }

    private static String names() {
        return Arrays.stream(values()).map(ChosenFault::apiName).collect(Collectors.joining(", "));
    }

    private String apiName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
