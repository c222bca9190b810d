package io.counterfoil.jdbc.entity;

import java.util.UUID;

/** What was created, and by a command of which name. */
record Creation(UUID entityId, String commandName) {}
