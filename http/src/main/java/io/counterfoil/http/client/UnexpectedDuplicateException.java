package io.counterfoil.http.client;

/**
 * An intention was answered as a duplicate of a request that it never sent (RC-3), and its sender had asked to be told by an
 * exception. The answer belongs to that other request; sending the same intention again brings the same answer. Of a
 * serialised one, the message remains.
 */
public final class UnexpectedDuplicateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient UnexpectedDuplicate duplicate;
    private final transient Answer answer;

    UnexpectedDuplicateException(UnexpectedDuplicate duplicate, Answer answer) {
        super("attempt " + duplicate.attempt() + " of request " + duplicate.requestId()
                + " was answered with " + answer.status()
                + " as a duplicate of a request that this intention never sent: somebody else has used its request ID");
        this.duplicate = duplicate;
        this.answer = answer;
    }

    /** What is wrong with it. */
    public UnexpectedDuplicate duplicate() {
        return duplicate;
    }

    /** The answer, which is the other request's. */
    public Answer answer() {
        return answer;
    }
}
