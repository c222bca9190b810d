package io.counterfoil.site;

/** What pages are made with. */
record SiteContext(Pages pages, Links links, PublicTypes types, Faults faults) {}
