package io.counterfoil.testkit.http;

/** A typical mistake in an adapter, and the scenario that must detect it. */
enum Flaw {
    IGNORES_KEYS("duplicate_getsTheFirstResponse_byteForByteWithItsFields"),
    SENDS_BEFORE_COMMIT("storeFailureAtCompletion_hidesTheHandlersResponse"),
    HIDES_HANDLER_EXCEPTIONS("handlerThrowingDuringItsResponse_abortsAndSendsNothing"),
    EXPOSES_HANDLER_EXCEPTIONS("handlerThrowingDuringItsResponse_abortsAndSendsNothing"),
    HANDLES_ON_ANOTHER_THREAD("failure_isPassedOnUnchanged_andAbortsTheExecution"),
    ACCEPTS_ANY_LENGTH("bodyOverTheLimit_isRejected_andNothingIsClaimed"),
    WAITS_FOR_SLOW_BODIES("slowBody_isRejected_andNothingIsClaimed"),
    READS_ANY_NUMBER_OF_BODIES("client_withTooManyIncomingBodies_isRejectedWithRetryAfter"),
    ACCEPTS_TRUNCATED_BODIES("clientThatDisconnectsWhileSending_claimsNothing"),
    CONSUMES_THE_BODY("handler_readsTheWholeBodyOnce"),
    FOLDS_HEADER_LINES("clientNamedTwice_isRejected"),
    IGNORES_THE_CLIENT("sameKeyOfAnotherClient_isAnotherRequest_alsoAnonymous"),
    DECODES_THE_PATH("sameKeyUnderAnotherMethodOrPath_isAnotherRequest"),
    KEEPS_THE_QUERY_IN_THE_PATH("query_isNoPartOfTheScope"),
    HIDES_THE_EXECUTION("handlerOfAGuardedRequest_hasItsExecution"),
    KEEPS_ONE_LINE_OF_A_FIELD("duplicate_getsTheFirstResponse_byteForByteWithItsFields"),
    DROPS_THE_ATTEMPT_WITHOUT_A_KEY("attempt_isEchoed_withoutAKeyToo"),
    EXECUTES_TWICE("twentyConcurrentRequests_haveOneEffect_andEqualResponses"),
    LEAVES_REJECTED_BODIES_UNREAD("rejection_keepsTheConnection_orAnnouncesItsEnd");

    private final String scenario;

    Flaw(String scenario) {
        this.scenario = scenario;
    }

    String scenario() {
        return scenario;
    }
}
