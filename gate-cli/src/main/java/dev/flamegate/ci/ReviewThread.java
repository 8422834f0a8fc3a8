package dev.flamegate.ci;

/** The pull or merge request that a comment belongs to. */
public final class ReviewThread {
    private final String name;
    private final Forge forge;

    /**
     * A thread.
     *
     * @param name for people: {@code pull request 12 of acme/shop}
     */
    ReviewThread(String name, Forge forge) {
        this.name = name;
        this.forge = forge;
    }

    /** For people: {@code pull request 12 of acme/shop}. */
    public String name() {
        return name;
    }

    Forge forge() {
        return forge;
    }
}
