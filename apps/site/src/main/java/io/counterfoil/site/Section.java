package io.counterfoil.site;

/** A group of pages in the navigation, in its order. */
enum Section {
    START("Start", "", true),
    GUIDES("Guides", "docs/guides/", true),
    REFERENCE("Reference", "docs/reference/", true),
    INTERNALS("Internals", "docs/internals/", false),
    DECISIONS("Decisions", "docs/decisions/", false);

    private final String title;
    private final String folder;
    private final boolean open;

    Section(String title, String folder, boolean open) {
        this.title = title;
        this.folder = folder;
        this.open = open;
    }

    /** The section of a document, by its folder. */
    static Section of(String document) {
        for (Section section : values()) {
            if (section != START && document.startsWith(section.folder)) {
                return section;
            }
        }
        return START;
    }

    String title() {
        return title;
    }

    /** Whether its pages are shown in the navigation of the pages of other sections. */
    boolean isOpen() {
        return open;
    }
}
