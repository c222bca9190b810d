package io.counterfoil.springmessaging.internal;

import java.util.List;
import java.util.Optional;

/** The messages that a container has delivered as one batch. Used by the thread that processes them. */
public interface CurrentBatch {

    /** The messages, in order. */
    List<CurrentMessage> messages();

    /**
     * The exception by which the container's error handling learns which message failed: those before it are done, and those after it are to be
     * delivered again.
     *
     * @param cause the failure of the message
     */
    RuntimeException failed(int index, Throwable cause);

    /**
     * The exception for a batch that ends well although this message failed, because the application has caught its failure: those before it are
     * done, and those after it are to be delivered again. Empty where the container may acknowledge the whole batch.
     */
    Optional<RuntimeException> failureWasCaught(int index);

    /**
     * The number of messages before the one that a failure names: by it the container takes them as done. 0 where it names none, by which the whole
     * batch fails.
     */
    int settledBy(Throwable failure);
}
