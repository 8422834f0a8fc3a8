package dev.flamegate.init;

/** Projects as their frameworks' own documentation sets them up. */
public enum SampleProject {
    SPRING_BOOT {
        @Override
        public void write(ProjectFolder folder) {
            folder.file("pom.xml", """
                    <project>
                      <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId>
                        <version>3.5.0</version></parent>
                      <artifactId>shop</artifactId><version>1.4.0</version>
                      <dependencies><dependency><groupId>org.springframework.boot</groupId>
                        <artifactId>spring-boot-starter-actuator</artifactId></dependency></dependencies>
                      <build><plugins><plugin><groupId>org.springframework.boot</groupId>
                        <artifactId>spring-boot-maven-plugin</artifactId></plugin></plugins></build>
                    </project>
                    """);
        }
    },
    QUARKUS {
        @Override
        public void write(ProjectFolder folder) {
            folder.file("pom.xml", """
                            <project><artifactId>getting-started</artifactId><version>1.0.0-SNAPSHOT</version>
                              <dependencies><dependency><groupId>io.quarkus</groupId>
                                <artifactId>quarkus-rest</artifactId></dependency></dependencies>
                              <build><plugins><plugin><groupId>io.quarkus.platform</groupId>
                                <artifactId>quarkus-maven-plugin</artifactId></plugin></plugins></build>
                            </project>
                            """).file("src/main/java/GreetingResource.java", """
                            /** Says hello. {@code @Path("/wrong")} is only mentioned. */
                            @Path("/hello")
                            public class GreetingResource {
                                @GET
                                @Produces(MediaType.TEXT_PLAIN)
                                public String hello() { return "Hello from Quarkus REST"; }
                            }
                            """);
        }
    },
    MICRONAUT {
        @Override
        public void write(ProjectFolder folder) {
            folder.file("settings.gradle", "rootProject.name = 'cart'\n").file("build.gradle", """
                            plugins { id 'io.micronaut.application' version '4.5.0' }
                            version = '1.0'
                            dependencies { implementation 'io.micronaut:micronaut-management' }
                            """);
        }
    };

    /** Writes its files. */
    public abstract void write(ProjectFolder folder);
}
