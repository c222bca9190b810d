package io.counterfoil.operations;

/** What came of one step of an operation: one of three. The texts are stored in the transaction of the step. */
public sealed interface OperationStep {

    /** The longest recovery point, in bytes of UTF-8. */
    int MAX_RECOVERY_POINT_BYTES = 4 * 1024;

    /** The longest result or failure, in bytes of UTF-8. */
    int MAX_RESULT_BYTES = 64 * 1024;

    /**
     * There is more to do.
     *
     * @param recoveryPoint where to continue: the next step finds it in the {@link Operation}, in whatever process
     * @param done how much is done by now, of the whole operation
     */
    record GoOn(String recoveryPoint, long done) implements OperationStep {

        /**
         * Checks the components.
         *
         * @param recoveryPoint at most {@value OperationStep#MAX_RECOVERY_POINT_BYTES} bytes of UTF-8, without NUL characters
         * @param done not negative
         * @throws IllegalArgumentException when one is out of its bounds
         */
        public GoOn {
            Texts.bounded("a recovery point", recoveryPoint, MAX_RECOVERY_POINT_BYTES);
            Texts.notNegative("done", done);
        }
    }

    /**
     * The operation has succeeded.
     *
     * @param result what came of it, JSON
     * @param done how much is done
     */
    record Finished(String result, long done) implements OperationStep {

        /**
         * Checks the components.
         *
         * @param result at most {@value OperationStep#MAX_RESULT_BYTES} bytes of UTF-8, without NUL characters
         * @param done not negative
         * @throws IllegalArgumentException when one is out of its bounds
         */
        public Finished {
            Texts.bounded("a result", result, MAX_RESULT_BYTES);
            Texts.notNegative("done", done);
        }
    }

    /**
     * The operation has failed, and trying again would not help. What this step has written is committed all the same.
     *
     * @param problem why, JSON, for the client to read
     */
    record Failed(String problem) implements OperationStep {

        /**
         * Checks the component.
         *
         * @param problem at most {@value OperationStep#MAX_RESULT_BYTES} bytes of UTF-8, without NUL characters
         * @throws IllegalArgumentException when it is out of its bounds
         */
        public Failed {
            Texts.bounded("a problem", problem, MAX_RESULT_BYTES);
        }
    }
}
