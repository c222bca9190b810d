package io.counterfoil.http.client.retry;

/**
 * A request was answered as a duplicate of a request that this client never sent. The response belongs to that other request;
 * sending the same request again returns the same response. Thrown only if {@link RetrySettings#failOnUnexpectedDuplicates}
 * is set. After serialization, the message remains.
 */
public final class UnexpectedDuplicateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient UnexpectedDuplicate duplicate;
    private final transient Answer answer;

    UnexpectedDuplicateException(UnexpectedDuplicate duplicate, Answer answer) {
        super(
                "attempt " + duplicate.attempt() + " of request " + duplicate.requestId()
                        + " was answered with " + answer.status()
                        + " as a duplicate of a request that this client never sent: its request ID is used for another request");
        this.duplicate = duplicate;
        this.answer = answer;
    }

    /** {@return the duplicate} */
    public UnexpectedDuplicate duplicate() {
        return duplicate;
    }

    /** {@return the response, which belongs to the other request} */
    public Answer answer() {
        return answer;
    }
}
