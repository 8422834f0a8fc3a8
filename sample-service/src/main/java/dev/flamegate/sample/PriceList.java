package dev.flamegate.sample;

/** Prices derived from an article's name, so that the sample needs no database. */
final class PriceList {
    private static final int BULK = 10;

    /** Price of a number of articles in cents, with 10 % off for ten or more. */
    long cents(String sku, int quantity) {
        long each = 100L + Math.floorMod(sku.hashCode(), 9_900);
        long full = each * quantity;
        return quantity < BULK ? full : full - full / 10;
    }

    /** A net amount plus 19 % tax, rounded half up. */
    long withTax(long netCents) {
        return netCents + (netCents * 19 + 50) / 100;
    }
}
