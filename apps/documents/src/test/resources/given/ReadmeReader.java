package printed;

/** What a reader of README.md has. */
class ReadmeReader {

    Orders orders;
    Shipments shipments;

    record OrderRequest(String book, int copies) {}

    interface Orders {
        <T> T place(String book, int copies);
    }

    interface Shipments {
        void ship(String order);
    }
}
