package io.counterfoil.springmessaging;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Import;

/** Two calls of a listener for its batch: a failure of the first is caught, and the second is repeated after a failure. */
@Import({TwoCalls.Packing.class, TwoCalls.Shipping.class})
public class TwoCalls {

    /** Before the texts of what the second call writes. */
    static final String SHIPPED = "shipped ";

    private static final Logger LOG = LoggerFactory.getLogger(TwoCalls.class);

    private final Packing packing;
    private final Shipping shipping;

    TwoCalls(Packing packing, Shipping shipping) {
        this.packing = packing;
        this.shipping = shipping;
    }

    /** Called by listeners. */
    public void receive(List<String> texts) {
        try {
            packing.receive(texts);
        } catch (RuntimeException failure) {
            LOG.debug("caught", failure);
        }
        try {
            shipping.receive(texts);
        } catch (RuntimeException failure) {
            LOG.debug("repeated", failure);
            shipping.receive(texts);
        }
    }

    static class Packing {

        private final Delivered delivered;

        Packing(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("packing")
        void receive(List<String> texts) {
            delivered.receive(texts);
        }
    }

    static class Shipping {

        private final Delivered delivered;

        Shipping(Delivered delivered) {
            this.delivered = delivered;
        }

        @OncePerMessage("shipping")
        void receive(List<String> texts) {
            delivered.receive(texts.stream().map(text -> SHIPPED + text).toList());
        }
    }
}
