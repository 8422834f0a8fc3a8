/**
 * Reads the binary {@code simulation.log} that Gatling 3.13 to 3.15 writes, as far as it is written. In: bytes of the
 * file. Out: {@link dev.flamegate.load.log.LogRecord}s, one after the other, in the memory of one record and of the
 * distinct texts of the log.
 *
 * <p>The format, all numbers big-endian: a record begins with its type in one byte.
 *
 * <table>
 * <caption>Records</caption>
 * <tr><td>0 run</td><td>version text, class text, start long (ms since the epoch), description text, scenario count
 * and that many texts, assertion count and that many (length, bytes); first in the file and only there</td></tr>
 * <tr><td>1 request</td><td>group count and that many references, name reference, start, end, ok byte, message
 * reference</td></tr>
 * <tr><td>2 user</td><td>scenario index, start byte, time</td></tr>
 * <tr><td>3 group</td><td>group count and that many references, start, end, cumulated ms, ok byte</td></tr>
 * <tr><td>4 error</td><td>message reference, time</td></tr>
 * </table>
 *
 * <p>Counts, indices and times are ints, times in milliseconds since the run's start. A text is its length in bytes;
 * unless that is 0 follow the bytes and one byte for the coding, 0 for Latin-1 and 1 for UTF-16 in the writer's byte
 * order, which is little-endian on every machine in use. A reference is an index: positive ones count up from 1 and are
 * followed by the text they stand for from then on; a negative one means the text of its positive.
 */
@NullMarked
package dev.flamegate.load.log;

import org.jspecify.annotations.NullMarked;
