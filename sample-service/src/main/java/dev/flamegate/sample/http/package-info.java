/**
 * What endpoints are made of: a request, an answer, and the endpoint between them.
 *
 * <p>In: an HTTP exchange of the JDK's server. Out: status, content type and body.
 */
@NullMarked
package dev.flamegate.sample.http;

import org.jspecify.annotations.NullMarked;
