package dev.flamegate.profile.format;

/** Numbers of the fields of {@code profile.proto} that are read or written. */
final class PprofFields {
    static final int SAMPLE_TYPE = 1;
    static final int SAMPLE = 2;
    static final int MAPPING = 3;
    static final int LOCATION = 4;
    static final int FUNCTION = 5;
    static final int STRING_TABLE = 6;
    static final int TIME_NANOS = 9;
    static final int DURATION_NANOS = 10;
    static final int PERIOD_TYPE = 11;
    static final int PERIOD = 12;

    static final int VALUE_TYPE_TYPE = 1;
    static final int VALUE_TYPE_UNIT = 2;

    static final int SAMPLE_LOCATION_ID = 1;
    static final int SAMPLE_VALUE = 2;
    static final int SAMPLE_LABEL = 3;

    static final int LABEL_KEY = 1;
    static final int LABEL_STR = 2;

    static final int MAPPING_ID = 1;
    static final int MAPPING_FILENAME = 5;

    static final int LOCATION_ID = 1;
    static final int LOCATION_MAPPING_ID = 2;
    static final int LOCATION_LINE = 4;

    static final int LINE_FUNCTION_ID = 1;
    static final int LINE_LINE = 2;

    static final int FUNCTION_ID = 1;
    static final int FUNCTION_NAME = 2;
    static final int FUNCTION_SYSTEM_NAME = 3;

    private PprofFields() {}
}
