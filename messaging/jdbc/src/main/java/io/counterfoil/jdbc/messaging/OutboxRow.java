package io.counterfoil.jdbc.messaging;

import io.counterfoil.messaging.outbox.StoredMessage;

/**
 * A row that waits.
 *
 * @param place what distributes it over nodes; empty on one node
 */
record OutboxRow(StoredMessage message, String place) {}
