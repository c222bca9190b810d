package io.counterfoil.springmessaging;

import io.counterfoil.messaging.inbox.InboxListener;
import io.counterfoil.messaging.inbox.MessageKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs each message at INFO as requests are logged, with its key and its receiver. Attempts that fail are logged by the inbox. Thread-safe.
 */
final class LoggingInboxListener implements InboxListener {

    private static final Logger log = LoggerFactory.getLogger(LoggingInboxListener.class);

    @Override
    public void processed(MessageKey key) {
        log.info("Message executed {}", fields(key));
    }

    @Override
    public void duplicate(MessageKey key) {
        log.info("Duplicate message skipped {}", fields(key));
    }

    @Override
    public void rejected(MessageKey key, String reason) {
        log.warn("Message rejected {} [reason={}]", fields(key), reason);
    }

    private static String fields(MessageKey key) {
        return "[message_id=" + key.id() + "] [receiver=" + key.receiver() + "]";
    }
}
