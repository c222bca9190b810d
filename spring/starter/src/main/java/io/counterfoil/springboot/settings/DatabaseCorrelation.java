package io.counterfoil.springboot.settings;

/** How the database sees a correlation ID. */
public enum DatabaseCorrelation {

    /** Not at all. */
    OFF,

    /** By PostgreSQL's application_name, while a connection is lent. */
    APPLICATION_NAME,

    /** By a comment at the beginning of each statement. */
    COMMENT
}
