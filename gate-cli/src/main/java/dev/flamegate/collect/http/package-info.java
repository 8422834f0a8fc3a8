/**
 * Requests to other servers over HTTP, in bounded time and space: addresses with credentials that are never shown
 * ({@link dev.flamegate.collect.http.ServerAddress}), exchanges with retries
 * ({@link dev.flamegate.collect.http.ApiClient}), and answers that say what is wrong with them
 * ({@link dev.flamegate.collect.http.Answer}).
 *
 * <p>Input: requests. Output: bytes or JSON, or {@link dev.flamegate.collect.CollectionFailed} with a message that
 * names the server, its answer, and what to check.
 */
@NullMarked
package dev.flamegate.collect.http;

import org.jspecify.annotations.NullMarked;
