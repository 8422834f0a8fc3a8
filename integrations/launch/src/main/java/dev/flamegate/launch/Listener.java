package dev.flamegate.launch;

/** Hears what a gate prints, line by line, while it prints it. Results and the rest come from two threads. */
public interface Listener {
    /** A line of the results: verdict and findings. */
    void result(String line);

    /** A line that says what the gate is doing, or why it cannot. */
    void progress(String line);

    /** A warning, without the word. */
    void warning(String text);
}
