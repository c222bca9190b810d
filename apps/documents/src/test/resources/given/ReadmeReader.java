package printed;

/** What a reader of README.md has. */
class ReadmeReader {

    Orders orders;
    Shipments shipments;

    record Order(String id) {}

    record OrderRequest(String book, int copies) {}

    interface Orders {
        Order place(OrderRequest request);
    }

    interface Shipments {
        void ship(String order);
    }
}
