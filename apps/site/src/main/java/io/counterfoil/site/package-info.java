/**
 * Makes a static site of the documents of the repository and of the Javadoc of the published modules. Links are checked while pages are
 * written; a link that leads nowhere, or a document that no page lists, fails the build.
 */
@NullMarked
package io.counterfoil.site;

import org.jspecify.annotations.NullMarked;
