package io.counterfoil.jdbc.entity;

import io.counterfoil.entities.CommandId;
import java.time.Instant;
import java.util.UUID;

/** What is put down of a creation. */
record DatedCreation(CommandId command, UUID entityId, Instant createdAt) {}
