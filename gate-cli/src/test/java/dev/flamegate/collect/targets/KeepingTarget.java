package dev.flamegate.collect.targets;

import java.util.ArrayList;
import java.util.List;

/** A program that makes as many notes as a line says whenever it reads one, keeps them, and prints how many there are. */
public final class KeepingTarget {
    private static final List<Note[]> KEPT = new ArrayList<>();

    private KeepingTarget() {}

    /** An object that the program keeps. */
    static final class Note {
        final byte[] text = new byte[1000];
    }

    public static void main(String[] args) throws Exception {
        System.out.println("waiting");
        int all = 0;
        StringBuilder line = new StringBuilder();
        for (int c = System.in.read(); c >= 0; c = System.in.read()) {
            if (c != '\n') {
                line.append((char) c);
                continue;
            }
            Note[] notes = new Note[Integer.parseInt(line.toString())];
            for (int i = 0; i < notes.length; i++) {
                notes[i] = new Note();
            }
            KEPT.add(notes);
            line.setLength(0);
            all += notes.length;
            System.out.println("kept " + all);
        }
    }
}
