package dev.flamegate.profile.format;

/** Numbers of the fields of OTLP's {@code profiles.proto}, 1.10, and of what it uses, that are read. */
final class OtlpFields {
    static final int DATA_RESOURCE_PROFILES = 1;
    static final int DATA_DICTIONARY = 2;

    static final int DICTIONARY_MAPPING = 1;
    static final int DICTIONARY_LOCATION = 2;
    static final int DICTIONARY_FUNCTION = 3;
    static final int DICTIONARY_STRING = 5;
    static final int DICTIONARY_ATTRIBUTE = 6;
    static final int DICTIONARY_STACK = 7;

    static final int RESOURCE_PROFILES_RESOURCE = 1;
    static final int RESOURCE_PROFILES_SCOPES = 2;
    static final int SCOPE_PROFILES_PROFILES = 2;
    static final int RESOURCE_ATTRIBUTES = 1;

    static final int PROFILE_SAMPLE_TYPE = 1;
    static final int PROFILE_SAMPLES = 2;
    static final int PROFILE_TIME = 3;
    static final int PROFILE_DURATION = 4;
    static final int PROFILE_PERIOD_TYPE = 5;
    static final int PROFILE_PERIOD = 6;

    static final int SAMPLE_STACK = 1;
    static final int SAMPLE_ATTRIBUTES = 2;
    static final int SAMPLE_VALUES = 4;
    static final int SAMPLE_TIMESTAMPS = 5;

    static final int MAPPING_FILE = 4;
    static final int STACK_LOCATIONS = 1;
    static final int LOCATION_MAPPING = 1;
    static final int LOCATION_LINES = 3;
    static final int FUNCTION_NAME = 1;
    static final int FUNCTION_SYSTEM_NAME = 2;

    /** The key of an attribute in the dictionary. */
    static final int ATTRIBUTE_KEY = 1;

    /** The key of an attribute of a resource. */
    static final int KEY_VALUE_KEY = 1;

    static final int KEY_VALUE_KEY_INDEX = 3;

    /** The value of either kind of attribute. */
    static final int ATTRIBUTE_VALUE = 2;

    static final int ANY_VALUE_STRING = 1;
    static final int ANY_VALUE_INT = 3;
    static final int ANY_VALUE_STRING_INDEX = 8;

    private OtlpFields() {}
}
