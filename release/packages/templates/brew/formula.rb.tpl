# {{jreleaserCreationStamp}}
class {{brewFormulaName}} < Formula
  desc "{{projectDescription}}"
  homepage "{{projectLinkHomepage}}"
  url "{{distributionUrl}}"
  version "{{projectVersion}}"
  sha256 "{{distributionChecksumSha256}}"
  license "{{projectLicense}}"

  depends_on "openjdk@{{distributionJavaVersion}}"

  def install
    libexec.install Dir["*"]
    # Homebrew's JDK is not on the path; JAVA_HOME of the user goes first.
    (bin/"{{distributionExecutableName}}").write_env_script libexec/"bin/{{distributionExecutableUnix}}",
      Language::Java.overridable_java_home_env("{{distributionJavaVersion}}")
  end

  test do
    assert_match "{{projectVersion}}", shell_output("#{bin}/{{distributionExecutableName}} --version")
  end
end
