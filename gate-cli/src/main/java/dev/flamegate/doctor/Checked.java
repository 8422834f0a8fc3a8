package dev.flamegate.doctor;

/**
 * A result with its place in the list.
 *
 * @param id stable name of the check
 */
public record Checked(String id, Group group, CheckResult result) {}
