package dev.flamegate.check;

import java.util.List;

/** Adds checks to {@code doctor}: an extension declares its implementation as a service of this type. */
public interface CheckProvider {
    /** Checks of a situation, in the order in which they are shown within their group. */
    List<Check> checks(Situation situation);
}
