/**
 * How much is stored.
 *
 * @param services how many
 * @param runs of each service
 * @param whole of how many services every run is made and pushed; of the others, the latest
 */
record Size(int services, int runs, int whole) {
    /** From the words after the checkout's folder. */
    static Size parse(String[] arguments) {
        int services = Integer.parseInt(arguments[1]);
        return new Size(
                services, Integer.parseInt(arguments[2]), Math.min(Integer.parseInt(arguments[3]), services));
    }
}
