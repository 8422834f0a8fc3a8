import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One line on a search: {@code java Row.java BISECT_JSON KIND SEED PLANTED COMMITS MERGES SECONDS ROWS}. */
final class Row {
    public static void main(String[] arguments) throws IOException {
        JsonNode result = new JsonMapper().readTree(Files.readString(Path.of(arguments[0])));
        String planted = arguments[3];
        JsonNode suspects = result.path("suspects");
        boolean among = false;
        for (JsonNode suspect : suspects) {
            among |= suspect.path("commit").asString("").equals(planted);
        }
        int steps = 0;
        int around = 0;
        for (JsonNode step : result.path("steps")) {
            switch (step.path("result").asString("")) {
                case "grown", "not-grown" -> steps++;
                case "not-measurable" -> around++;
                default -> {}
            }
        }
        int seconds = Integer.parseInt(arguments[6]);
        String row = String.format(
                Locale.ROOT,
                "| %s, seed %s | %s of %s (%s merges) | %s, %s | %.1f %% | %+.1f %% (%+.1f to %+.1f) | %d | %d | %d:%02d |%n",
                arguments[1],
                arguments[2],
                planted.substring(0, 10),
                arguments[4],
                arguments[5],
                result.path("ending").asString("?"),
                suspects.size() == 1 && among ? "right" : among ? "among " + suspects.size() : "WRONG",
                suspects.path(0).path("probability").asDouble(Double.NaN) * 100,
                result.path("growth").asDouble(Double.NaN) * 100,
                result.path("interval").path(0).asDouble(Double.NaN) * 100,
                result.path("interval").path(1).asDouble(Double.NaN) * 100,
                steps,
                around,
                seconds / 60,
                seconds % 60);
        System.out.print(row);
        Files.writeString(
                Path.of(arguments[7]), row, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
