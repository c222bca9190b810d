package io.counterfoil.cli;

/** The output formats of a story. */
enum StoryFormat {
    TEXT,
    JSON,
    HTML
}
