package dev.flamegate.profile;

import java.util.Arrays;

/**
 * Numbers distinct longs in order of arrival: 0, 1, 2 and so on. An open hash table without objects, since profiles
 * have millions of samples; callers keep what belongs to a key in arrays, by its number. Not for use by
 * several threads at once.
 */
public final class LongIndex {
    /** No number: the key is not there. */
    public static final int NONE = -1;

    private static final int SMALLEST = 16;

    private long[] keys = new long[SMALLEST];
    private int[] slots = new int[2 * SMALLEST]; // a key's number plus one; 0 where nothing is
    private int size;

    public int size() {
        return size;
    }

    /**
     * The key of a number.
     *
     * @param number in [0, {@link #size()})
     */
    public long key(int number) {
        return keys[number];
    }

    /** The number of a key; {@link #NONE} when it is not there. */
    public int find(long key) {
        return slots[slot(key)] - 1;
    }

    /** The number of a key, which is {@link #size()} before the call when it is new. */
    public int add(long key) {
        int slot = slot(key);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            slots = new int[size * 4];
            for (int number = 0; number < size; number++) {
                slots[slot(keys[number])] = number + 1;
            }
            slot = slot(key);
        }
        keys[size++] = key;
        slots[slot] = size;
        return size - 1;
    }

    private int slot(long key) {
        long hash = key * 0x9e3779b97f4a7c15L;
        int mask = slots.length - 1;
        int slot = (int) (hash ^ (hash >>> 32)) & mask;
        while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }
}
