package io.counterfoil.springids;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings under {@code counterfoil.ids}; an unknown one fails at start-up.
 *
 * @param column Type of the columns in which entities of Spring Data JDBC keep typed ids; either type is read.
 */
@ConfigurationProperties(value = "counterfoil.ids", ignoreUnknownFields = false)
record TypedIdProperties(@DefaultValue("uuid") Column column) {

    /** The type of a column that holds typed ids. */
    enum Column {
        /** The native type of the value, without the prefix: uuid, bigint, or 12 bytes of an ObjectId. */
        UUID,
        /** The text with the prefix, for databases without that type, or with other readers. */
        TEXT
    }
}
