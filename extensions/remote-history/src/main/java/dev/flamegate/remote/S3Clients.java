package dev.flamegate.remote;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.StoreFailed;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Clients of S3-compatible stores, set up by a place and the environment alone, and what their failures mean. */
final class S3Clients {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration CALL = Duration.ofMinutes(3);

    private S3Clients() {}

    static S3Client client(RemoteSpec.S3 place, Map<String, String> environment) {
        String endpoint =
                first(place.endpoint(), environment.get("AWS_ENDPOINT_URL_S3"), environment.get("AWS_ENDPOINT_URL"));
        String region = first(place.region(), environment.get("AWS_REGION"), environment.get("AWS_DEFAULT_REGION"));
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(UrlConnectionHttpClient.builder()
                        .connectionTimeout(CONNECT)
                        .socketTimeout(SILENCE)
                        .build())
                .credentialsProvider(credentials(place, environment))
                .region(Region.of(region == null ? "us-east-1" : region))
                // Records have their own checksums; many stores do not know Amazon's newer ones.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .serviceConfiguration(settings -> settings.chunkedEncodingEnabled(false))
                .overrideConfiguration(settings -> settings.apiCallTimeout(CALL)
                        .defaultProfileFile(ProfileFile.aggregator().build()));
        if (endpoint != null) {
            builder.endpointOverride(url(endpoint));
        }
        Boolean pathStyle = place.pathStyle();
        builder.forcePathStyle(pathStyle == null ? endpoint != null : pathStyle);
        return builder.build();
    }

    private static URI url(String endpoint) {
        if (!endpoint.matches("https?://[^\\s/?#@]+(/\\S*)?")) {
            throw new StoreFailed("the endpoint of the S3 store (AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL) is not a URL");
        }
        return URI.create(endpoint);
    }

    /** Describes the failure without any of the store's own text, which may repeat what was sent. */
    static String reason(RemoteSpec.S3 place, SdkException failure) {
        if (!(failure instanceof AwsServiceException refused)) {
            Throwable cause = failure;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return place.text() + " cannot be reached: " + cause.getClass().getSimpleName()
                    + (cause == failure ? "" : ": " + cause.getMessage());
        }
        String code = refused.awsErrorDetails() == null
                ? ""
                : " " + String.valueOf(refused.awsErrorDetails().errorCode()).replaceAll("[^A-Za-z0-9]", "");
        String what = place.text() + " refused (" + refused.statusCode() + code + ")";
        return switch (refused.statusCode()) {
            case 401, 403 ->
                what + ": are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY right, and may they list, get, put"
                        + " and delete there?";
            case 404 -> what + ": is there a bucket " + place.bucket() + "?";
            case 301, 307, 400 -> what + ": is the region right?";
            default -> what;
        };
    }

    private static AwsCredentialsProvider credentials(RemoteSpec.S3 place, Map<String, String> environment) {
        String id = environment.get("AWS_ACCESS_KEY_ID");
        String secret = environment.get("AWS_SECRET_ACCESS_KEY");
        String session = environment.get("AWS_SESSION_TOKEN");
        if (id != null && secret != null) {
            return StaticCredentialsProvider.create(
                    session == null || session.isEmpty()
                            ? AwsBasicCredentials.create(id, secret)
                            : AwsSessionCredentials.create(id, secret, session));
        } else if (environment.containsKey("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")
                || environment.containsKey("AWS_CONTAINER_CREDENTIALS_FULL_URI")) {
            return ContainerCredentialsProvider.create();
        }
        throw new StoreFailed(place.text() + " needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY,"
                + " and AWS_SESSION_TOKEN with temporary ones");
    }

    private static @Nullable String first(@Nullable String... values) {
        return Stream.of(values)
                .filter(value -> value != null && !value.isBlank())
                .findFirst()
                .orElse(null);
    }
}
