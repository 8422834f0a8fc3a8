package dev.flamegate.targets.container;

/** Where an engine's containers run, seen from the gate. */
public enum Place {
    /** On this very Linux system: bridge addresses and control groups are at hand. */
    HERE,
    /** In a virtual machine on this machine, or without root: only published ports are at hand. */
    DESKTOP,
    /** On another machine, or beside the container that the gate itself runs in. */
    REMOTE
}
