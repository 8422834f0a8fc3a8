package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;


/** Numbers in the evidence of diagnoses. */
final class Words {
    private Words() {}


    /** {@code , 3.0 % before} where there was something before. */
    static String before(double part) {
        return Double.isNaN(part) ? "" : ", " + Numbers.rough(part) + " in the baseline";
    }
}
