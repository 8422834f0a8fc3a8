package dev.flamegate.doctor;

/** What checks are about, in the order they are shown. */
public enum Group {
    JAVA("Java and profiler"),
    MACHINE("This machine"),
    PLAN("The plan"),
    CONTAINERS("Containers"),
    SERVERS("Servers"),
    NOISE("Noise");

    private final String title;

    Group(String title) {
        this.title = title;
    }

    /** For people. */
    public String title() {
        return title;
    }
}
