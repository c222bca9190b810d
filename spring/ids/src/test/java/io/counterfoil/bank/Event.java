package io.counterfoil.bank;

import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;

/** An entity whose ids are a number and 12 bytes. */
record Event(@Id EventId id, @Version int version, PageId page) {}
