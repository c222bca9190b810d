package io.counterfoil.jdbc.crash;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** A site on each database for all tests of a class. Used by one thread. */
final class Sites {

    private final Map<Product, Site> sites = new EnumMap<>(Product.class);

    Site on(Product product) throws SQLException {
        Site site = sites.get(product);
        if (site == null) {
            site = Site.fresh(product);
            sites.put(product, site);
        }
        return site;
    }
}
