package dev.flamegate.profile.jfr;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The layout of the values of one type, with the fields that are wanted of them. */
final class Layout {
    /** The kind of a field's value, for the reading loop. */
    enum Kind {
        NUMBER,
        BYTE,
        TEXT,
        FIXED,
        ARRAY
    }

    record Step(Kind kind, int slot, int length, @Nullable Layout element) {}

    /** The slot of a field that is not wanted. */
    static final int UNWANTED = -1;

    final Step[] steps;
    private final int[] slots; // of the steps up to the last that is wanted
    private final boolean onlyNumbers;
    final int height; // of types within types

    Layout(List<Step> steps, int height) {
        this.height = height;
        this.steps = steps.toArray(new Step[0]);
        int last = 0;
        boolean numbers = true;
        for (int i = 0; i < this.steps.length; i++) {
            last = this.steps[i].slot == UNWANTED ? last : i + 1;
            numbers &= this.steps[i].kind == Kind.NUMBER;
        }
        slots = new int[last];
        Arrays.setAll(slots, i -> this.steps[i].slot);
        onlyNumbers = numbers;
    }

    /** Reads a value up to the last field that is wanted; what comes after it stays unread. */
    void read(JfrBytes in, long[] numbers, @Nullable String[] texts) throws IOException {
        if (onlyNumbers) {
            readNumbers(in, numbers);
            return;
        }
        for (int i = 0; i < slots.length; i++) {
            Step step = steps[i];
            if (step.slot == UNWANTED) {
                skip(step, in);
            } else if (step.kind == Kind.NUMBER) {
                numbers[step.slot] = in.number();
            } else if (step.kind == Kind.BYTE) {
                numbers[step.slot] = in.bytes[in.at++];
            } else {
                texts[step.slot] = in.text();
            }
        }
    }

    /** Samples and frames, of which there are millions, are numbers alone. */
    private void readNumbers(JfrBytes in, long[] numbers) {
        for (int slot : slots) {
            long number = in.number();
            if (slot != UNWANTED) {
                numbers[slot] = number;
            }
        }
    }

    /** Reads a value to its end. */
    void readWhole(JfrBytes in, long[] numbers, @Nullable String[] texts) throws IOException {
        read(in, numbers, texts);
        if (onlyNumbers) {
            in.skipNumbers(steps.length - slots.length);
            return;
        }
        for (int i = slots.length; i < steps.length; i++) {
            skip(steps[i], in);
        }
    }

    void skip(JfrBytes in) throws IOException {
        if (onlyNumbers) {
            in.skipNumbers(steps.length);
            return;
        }
        for (Step step : steps) {
            skip(step, in);
        }
    }

    private static void skip(Step step, JfrBytes in) throws IOException {
        switch (step.kind) {
            case NUMBER -> in.skipNumbers(1);
            case BYTE -> in.skip(1);
            case FIXED -> in.skip(step.length);
            case TEXT -> in.skipText();
            case ARRAY -> {
                if (step.element != null) {
                    step.element.skipAll(in.count(), in);
                }
            }
        }
    }

    /** Goes past several values. */
    private void skipAll(int count, JfrBytes in) throws IOException {
        if (onlyNumbers) {
            in.skipNumbers((long) count * steps.length);
            return;
        }
        for (int left = count; left > 0; left--) {
            skip(in);
        }
    }
}
