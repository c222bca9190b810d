package io.counterfoil.springmessaging;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a batch listener calls whose own method is not the one that is executed once per message. */
public class BatchService {

    private static final Logger LOG = LoggerFactory.getLogger(BatchService.class);

    private final Delivered delivered;

    /** Called by Spring. */
    public BatchService(Delivered delivered) {
        this.delivered = delivered;
    }

    /** Processes a batch. */
    @OncePerMessage("delivered")
    public void receive(List<String> texts) {
        delivered.receive(texts);
    }

    /** As a listener that goes on after a failure: to be called with the bean, whose {@link #receive} is intercepted. */
    public static void receiveCatching(BatchService service, List<String> texts) {
        try {
            service.receive(texts);
        } catch (RuntimeException failure) {
            LOG.debug("caught", failure);
        }
    }
}
