package io.counterfoil.springboot;

/** Within what a key is unique, for one client. */
public enum ScopeBy {

    /** That of the {@code HttpPolicy}; {@link #PATH} unless the application has one of its own. */
    DEFAULT,

    /** The method and the concrete path. */
    PATH,

    /** The method and the concrete path with the query as sent. */
    PATH_AND_QUERY
}
