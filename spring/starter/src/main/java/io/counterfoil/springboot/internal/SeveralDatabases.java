package io.counterfoil.springboot.internal;

import io.counterfoil.idempotency.directory.RecordDirectory;
import java.util.List;

/** A store whose records are in several databases, which can only be listed one by one. */
public interface SeveralDatabases {

    /** The records of each. */
    List<RecordDirectory> directories();
}
