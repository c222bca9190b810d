package io.counterfoil.testkit.http;

/** A mistake that somebody who writes an adapter could make, and the scenario that has to notice it. */
enum Flaw {
    LETS_ALL_PASS("duplicate_getsTheFirstResponseByteForByte_withItsSemanticFields"),
    SENDS_BEFORE_THE_END("storeThatFailsAtTheEnd_isSaidSo_andNothingOfTheHandlersAnswerGetsOut"),
    HIDES_WHAT_THE_HANDLER_THREW(
            "handlerThatThrowsInTheMiddleOfItsAnswer_breaksTheWorkOff_andNothingOfTheAnswerIsSeen"),
    TELLS_WHAT_THE_HANDLER_THREW(
            "handlerThatThrowsInTheMiddleOfItsAnswer_breaksTheWorkOff_andNothingOfTheAnswerIsSeen"),
    HANDLES_ON_ANOTHER_THREAD("failure_isPassedOnAsItIs_andBreaksTheWorkOff"),
    ANSWERS_ANY_LENGTH("bodyOverTheLimit_isRefused_andNothingIsClaimed"),
    WAITS_FOR_ANY_BODY("bodyThatArrivesTooSlowly_isRefused_andNothingIsClaimed"),
    READS_ANY_NUMBER_OF_BODIES("clientWithTooManyBodiesOnTheirWay_isToldToComeBack_andOthersAreNot"),
    BELIEVES_A_BODY_THAT_WAS_CUT("clientThatGoesWhileItSends_hasClaimedNothing"),
    EATS_THE_BODY("handler_readsTheWholeBodyOnce"),
    FOLDS_HEADER_LINES("clientThatIsNamedTwice_isRefused"),
    KNOWS_NO_CLIENT("sameKeyOfAnotherClient_isAnotherRequest_alsoOfOneWithoutAName"),
    DECODES_THE_PATH("sameKeyUnderAnotherMethodOrPath_isAnotherRequest"),
    HAS_THE_QUERY_IN_THE_PATH("query_isNoPartOfTheScope"),
    GIVES_THE_HANDLER_NO_RIGHT("handler_hasTheRightUnderWhichItRuns_whereItsRequestIsGuarded"),
    KEEPS_ONE_LINE_OF_A_FIELD("duplicate_getsTheFirstResponseByteForByte_withItsSemanticFields"),
    FORGETS_THE_ATTEMPT_WITHOUT_A_KEY("attempt_isEchoed_withoutAKeyToo"),
    CARRIES_OUT_TWICE("twentyAtOnce_haveOneEffect_andAllTheSameAnswer"),
    LEAVES_REFUSED_BODIES_TO_THE_NEXT("refusal_leavesAConnectionThatGoesOn_orSaysThatItEnds");

    private final String scenario;

    Flaw(String scenario) {
        this.scenario = scenario;
    }

    String scenario() {
        return scenario;
    }
}
