package io.counterfoil.testkit.postgres;

import javax.sql.DataSource;

/**
 * An empty database of the {@link TestPostgres}, and how to reach it. Its user is the server's superuser.
 *
 * @param name the database's name, unique within the server
 * @param jdbcUrl where it is, without user and password
 * @param user who to log in as
 * @param password what to log in with; the server trusts everyone on this machine, but many a pool insists on one
 * @param dataSource plain: every call opens a connection, and closing that ends it. Thread-safe
 */
public record Database(String name, String jdbcUrl, String user, String password, DataSource dataSource) {}
