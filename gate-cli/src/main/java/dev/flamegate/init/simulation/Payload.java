package dev.flamegate.init.simulation;

/** What is known about the body of a request that was seen. */
sealed interface Payload {
    /** It had none. */
    record Empty() implements Payload {}

    /** Whether it had one is not known. */
    record Unknown() implements Payload {}

    /** This one. */
    record Text(String contentType, String body) implements Payload {}

    /**
     * It cannot be sent again.
     *
     * @param reason why not, as the end of a sentence, without anything from the file
     */
    record Withheld(String reason) implements Payload {}
}
