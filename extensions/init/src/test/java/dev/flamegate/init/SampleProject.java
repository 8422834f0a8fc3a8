package dev.flamegate.init;

/** Projects as their frameworks' own documentation sets them up. */
public enum SampleProject {
    KTOR_BY_GRADLE {
        @Override
        void write(ProjectFolder folder) {
            folder.file("settings.gradle.kts", "rootProject.name = \"chat\"\n")
                    .file("build.gradle.kts", """
                            plugins {
                                kotlin("jvm") version "2.3.20"
                                id("io.ktor.plugin") version "3.4.3"
                            }
                            version = "0.0.1"
                            application { mainClass.set("io.ktor.server.netty.EngineMain") }
                            """)
                    .file("src/main/resources/application.conf", """
                            ktor {
                                deployment { # of the server
                                    port = 8090
                                    port = ${?PORT}
                                }
                                application { modules = [ com.example.ApplicationKt.module ] }
                            }
                            chat { port = 9999 }
                            """)
                    .file("src/main/kotlin/Application.kt", """
                            fun Application.module() {
                                routing {
                                    get("/health") { call.respondText("OK") }
                                    get("/rooms/{id}") { call.respond(room(call.parameters["id"])) }
                                    get("/rooms") { call.respond(rooms()) }
                                    get("/metrics-micrometer") { call.respond(registry.scrape()) }
                                }
                            }
                            """);
        }
    },
    KTOR_BY_MAVEN {
        @Override
        void write(ProjectFolder folder) {
            folder.file("pom.xml", """
                            <project><artifactId>api</artifactId><version>1.0</version>
                              <dependencies><dependency><groupId>io.ktor</groupId>
                                <artifactId>ktor-server-netty-jvm</artifactId></dependency></dependencies>
                              <build><plugins><plugin><artifactId>maven-assembly-plugin</artifactId><configuration>
                                <descriptorRefs><descriptorRef>jar-with-dependencies</descriptorRef></descriptorRefs>
                                <archive><manifest><mainClass>io.ktor.server.cio.EngineMain</mainClass></manifest></archive>
                              </configuration></plugin></plugins></build>
                            </project>
                            """)
                    .file("src/main/resources/application.yaml", """
                            ktor:
                              application: {modules: [com.example.ApplicationKt.module]}
                              deployment: {port: "$PORT:8085", rootPath: /api}
                            """)
                    .file(
                            "src/main/kotlin/Application.kt",
                            "fun Application.module() = routing { get(\"/items\") { } }\n");
        }
    },
    HELIDON_SE {
        @Override
        void write(ProjectFolder folder) {
            folder.file("pom.xml", """
                            <project>
                              <parent><groupId>io.helidon.applications</groupId><artifactId>helidon-se</artifactId>
                                <version>4.1.2</version><relativePath/></parent>
                              <artifactId>greetings</artifactId><version>1.0.0-SNAPSHOT</version>
                              <dependencies>
                                <dependency><groupId>io.helidon.webserver.observe</groupId>
                                  <artifactId>helidon-webserver-observe-health</artifactId></dependency>
                                <dependency><groupId>io.helidon.webserver.observe</groupId>
                                  <artifactId>helidon-webserver-observe-metrics</artifactId></dependency>
                              </dependencies>
                            </project>
                            """)
                    .file("src/main/resources/application.yaml", "server: {port: 8181, host: 0.0.0.0}\n")
                    .file("src/main/java/Main.java", """
                            class Main {
                                static void routing(HttpRouting.Builder routing) {
                                    routing.register("/greet", new GreetService());
                                }
                            }
                            """)
                    .file("src/main/java/GreetService.java", """
                            class GreetService implements HttpService {
                                public void routing(HttpRules rules) {
                                    rules.get("/", this::defaultMessage).get("/{name}", this::message);
                                }
                            }
                            """);
        }
    },
    HELIDON_MP {
        @Override
        void write(ProjectFolder folder) {
            folder.file("pom.xml", """
                            <project>
                              <parent><groupId>io.helidon.applications</groupId><artifactId>helidon-mp</artifactId>
                                <version>4.1.2</version><relativePath/></parent>
                              <artifactId>greetings</artifactId><version>1</version>
                              <dependencies><dependency><groupId>io.helidon.microprofile.bundles</groupId>
                                <artifactId>helidon-microprofile</artifactId></dependency></dependencies>
                            </project>
                            """)
                    .file("src/main/resources/META-INF/microprofile-config.properties", "server.port=8282\n")
                    .file("src/main/java/GreetResource.java", """
                            /** Says hello. {@code @Path("/wrong")} is only mentioned. */
                            @Path("/greet")
                            @RequestScoped
                            public class GreetResource {
                                @GET
                                @Produces(MediaType.APPLICATION_JSON)
                                public String hello() { return "hello"; }

                                @Path("/{name}")
                                @GET
                                public String hello(@PathParam("name") String name) { return name; }
                            }
                            """);
        }
    },
    HELIDON_BY_GRADLE {
        @Override
        void write(ProjectFolder folder) {
            folder.file("settings.gradle", "rootProject.name = 'greetings'\n").file("build.gradle", """
                            plugins { id 'java'; id 'application' }
                            version = '1.0-SNAPSHOT'
                            dependencies { implementation 'io.helidon.microprofile.bundles:helidon-microprofile-core' }
                            jar {
                              archiveFileName = "${project.name}.jar"
                              manifest { attributes ('Main-Class': 'io.helidon.Main') }
                            }
                            """);
        }
    },
    DROPWIZARD {
        @Override
        void write(ProjectFolder folder) {
            dropwizard(folder)
                    .file("docker-compose.yml", "services: {db: {image: postgres}}\n")
                    .file("example.yml", """
                            template: Hello, %s!
                            server:
                              rootPath: /api/*
                              applicationConnectors:
                                - {type: https, port: 8443}
                                - {type: http, port: "${HTTP:-8085}"}
                              adminConnectors:
                                - {type: http, port: 8081}
                                - {type: https, port: 8444}
                            """);
        }
    };

    /** Writes its files. */
    abstract void write(ProjectFolder folder);

    /** The project, in a folder that exists. */
    public ProjectFolder in(ProjectFolder folder) {
        write(folder);
        return folder;
    }

    /** A Dropwizard service without its configuration. */
    static ProjectFolder dropwizard(ProjectFolder folder) {
        return folder.file("pom.xml", """
                        <project><artifactId>hello</artifactId><version>4.0</version>
                          <dependencies><dependency><groupId>io.dropwizard</groupId>
                            <artifactId>dropwizard-core</artifactId></dependency></dependencies>
                          <build><plugins><plugin><artifactId>maven-shade-plugin</artifactId></plugin></plugins></build>
                        </project>
                        """).file("src/main/java/HelloResource.java", """
                        @Path("/hello-world")
                        @Produces(MediaType.APPLICATION_JSON)
                        public class HelloResource {
                            @GET
                            @Timed(name = "get-requests-timed")
                            public Saying sayHello(@QueryParam("name") Optional<String> name) { return null; }
                        }
                        """);
    }
}
