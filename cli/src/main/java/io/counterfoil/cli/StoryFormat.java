package io.counterfoil.cli;

/** How a story is told. */
enum StoryFormat {
    TEXT,
    JSON,
    HTML
}
