package dev.flamegate.init.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.init.simulation.Endpoint.Call;
import dev.flamegate.init.simulation.Endpoint.Equal;
import dev.flamegate.init.simulation.Endpoint.Off;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiTest {
    private static final String SHOP = """
            # A comment first.
            openapi: 3.0.3
            info: {title: Shop, version: "1"}
            servers:
              - url: https://{host}/api/v1/
                variables: {host: {default: shop.example}}
            security: [{bearer: []}]
            paths:
              /orders:
                parameters: [{$ref: '#/components/parameters/Tenant'}]
                get:
                  parameters:
                    - {name: status, in: query, required: true, schema: {type: string, enum: [open, closed]}}
                    - {name: page, in: query, schema: {type: integer}}
                    - {name: api_key, in: query, required: true, schema: {type: string}}
                    - {name: since, in: query, required: true, example: 2026-11-22T10:00:00+01:00}
                  responses: {404: {}, 206: {description: part}, 200: {description: all}}
                post:
                  requestBody:
                    content:
                      application/json:
                        schema: {$ref: '#/components/schemas/Order'}
                        example: {sku: bolt, quantity: 4}
                  responses: {"201": {}}
                put:
                  requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
                  responses: {default: {}}
              /orders/{orderId}:
                get:
                  parameters: [{name: orderId, in: path, required: true, schema: {type: integer, minimum: 7}}]
                delete:
                  parameters: [{name: orderId, in: path, required: true, schema: {type: integer, minimum: 7}}]
              /login:
                post:
                  requestBody: {content: {application/json: {example: {user: ada, password: s3cr3t}}}}
            components:
              parameters:
                Tenant: {name: X-Tenant, in: header, required: true, schema: {type: string, default: 'a#{b}"'}}
              schemas:
                Base: {type: object, required: [sku], properties: {sku: {type: string, minLength: 6}}}
                Order:
                  allOf:
                    - $ref: '#/components/schemas/Base'
                    - type: object
                      required: [parent, at]
                      properties:
                        parent: {$ref: '#/components/schemas/Order'}
                        at: {type: string, format: date}
                        note: {type: string}
            """;

    @TempDir
    Path folder;

    @Test
    void endpoints_with_parameters_and_bodies_of_the_document() throws Exception {
        Traffic traffic = Sources.read(folder, SHOP);

        Endpoint orders = Sources.endpoint(traffic, "GET /api/v1/orders");
        assertThat(orders.share()).isEqualTo(new Equal());
        assertThat(orders.calls())
                .containsExactly(new Call("/api/v1/orders?status=open&since=2026-11-22T10%3A00%3A00%2B01%3A00", null));
        assertThat(orders.statuses()).containsExactly(200);
        assertThat(orders.headers()).containsEntry("X-Tenant", "a#{b}\"");
        Endpoint order = Sources.endpoint(traffic, "GET /api/v1/orders/{orderId}");
        assertThat(order.calls()).containsExactly(new Call("/api/v1/orders/7", null));
        Endpoint added = Sources.endpoint(traffic, "POST /api/v1/orders");
        assertThat(added.share()).isEqualTo(new Equal());
        assertThat(added.statuses()).containsExactly(201);
        assertThat(added.calls()).extracting(Call::body).containsExactly("{\"sku\":\"bolt\",\"quantity\":4}");
        assertThat(Sources.endpoint(traffic, "DELETE /api/v1/orders/{orderId}").share())
                .isInstanceOf(Off.class);
        assertThat(traffic.notes())
                .anyMatch(note -> note.contains("GET /api/v1/orders/{orderId}"))
                .anyMatch(note -> note.contains("the parameters api_key"))
                .anyMatch(note -> note.startsWith("Sent although they write: POST /api/v1/orders; "))
                .anyMatch(note -> note.contains("describes credentials"));
        assertThat(Sources.compiled(traffic, folder))
                .contains(".header(\"X-Tenant\", session -> \"a#{b}\\\"\")")
                .contains("0, // PUT /api/v1/orders, not sent: it writes, and the document has no example of its body")
                .doesNotContain("s3cr3t");
    }

    @Test
    void a_schema_that_contains_itself_ends() throws Exception {
        Endpoint replaced = Sources.endpoint(Sources.read(folder, SHOP), "PUT /api/v1/orders");

        assertThat(replaced.share()).isInstanceOf(Off.class);
        assertThat(replaced.calls().get(0).body())
                .startsWith("{\"sku\":\"texttext\",\"parent\":{\"sku\":")
                .contains("\"at\":\"2026-01-01\"")
                .doesNotContain("note");
    }

    @Test
    void swagger_2_as_json() throws Exception {
        Traffic traffic = Sources.read(folder, """
                {"info": {}, "swagger": "2.0", "basePath": "/v2", "paths": {
                  "/pets": {
                    "get": {"parameters": [{"name": "n", "in": "query", "required": true, "type": "integer", "default": 5}]},
                    "post": {"parameters": [{"name": "pet", "in": "body", "schema": {"example": {"name": "Rex"}}}]}}}}
                """);

        assertThat(Sources.endpoint(traffic, "GET /v2/pets").calls()).containsExactly(new Call("/v2/pets?n=5", null));
        assertThat(Sources.endpoint(traffic, "POST /v2/pets").calls())
                .containsExactly(new Call("/v2/pets", "{\"name\":\"Rex\"}"));
        Sources.compiled(traffic, folder);
    }

    @Test
    void an_empty_body_is_no_example() throws Exception {
        Traffic traffic = Sources.read(folder, """
                openapi: 3.0.0
                paths:
                  /a:
                    get: {}
                    post: {requestBody: {content: {application/json: {schema: {type: object}}}}}
                """);

        assertThat(Sources.endpoint(traffic, "POST /a").share()).isInstanceOf(Off.class);
    }

    @Test
    void a_document_that_only_writes_is_refused() {
        assertThatThrownBy(() -> Sources.read(folder, "openapi: 3.1.0\npaths: {/a: {post: {summary: x}}}\n"))
                .isInstanceOf(UnusableTraffic.class)
                .hasMessageContaining("with 1 operation, none of which can be sent");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "openapi: 4.0\npaths: {}\n",
                "openapi: 3.0.0\npaths: [\n",
                "openapi: 3.0.0\npaths: {}\n",
                "openapi: 3.0.0\npaths: {a: 1, /b: 2, /c: [], /d: {get: 3}}\n",
                "openapi: 3.0.0\nopenapi: 3.0.0\n",
                "openapi: 3.0.0\na: &a [*a, *a]\npaths: *a\n",
                "{\"openapi\": \"3.0.0\", \"paths\": {\"/a\": {\"get\"",
                "{\"openapi\": {\"a\": 1}}"
            })
    void what_is_no_document_is_refused(String text) {
        assertThatThrownBy(() -> Sources.read(folder, text))
                .isInstanceOf(UnusableTraffic.class)
                .hasMessageContaining("document");
    }

    @Test
    void depth_and_references_without_end_end() throws Exception {
        List<String> deep = List.of(
                "openapi: 3.0.0\nx: " + "[".repeat(50_000),
                "openapi: 3.0.0\nx: " + "{a: ".repeat(50_000),
                "{\"openapi\": \"3.0.0\", \"x\": " + "[".repeat(50_000));
        for (String text : deep) {
            assertThatThrownBy(() -> Sources.read(folder, text)).isInstanceOf(UnusableTraffic.class);
        }
        Traffic traffic = Sources.read(folder, """
                openapi: 3.1.0
                paths:
                  /a:
                    get: {parameters: [{name: b, in: query, required: true, schema: {$ref: '#/x'}}]}
                    post: {requestBody: {content: {application/json: {schema: {$ref: '#/y'}}}}}
                    put: {requestBody: {content: {application/json: {example: &e {self: *e, list: [*e, *e]}}}}}
                x: {$ref: '#/x'}
                y: {allOf: [{$ref: '#/y'}, {$ref: '#/y'}], anyOf: [{$ref: '#/y'}], items: {$ref: '#/y'}}
                """);
        assertThat(traffic.endpoints()).hasSize(3);
        assertThat(Sources.compiled(traffic, folder)).hasSizeLessThan(100_000);
    }
}
