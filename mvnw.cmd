@echo off
rem Runs the Maven named in .mvn\wrapper.properties, after fetching it once into %USERPROFILE%\.m2\wrapper.
setlocal
set "ROOT=%~dp0"
for /f "tokens=1,* delims==" %%a in ('findstr /b "version= sha512= url=" "%ROOT%.mvn\wrapper.properties"') do set "MVNW_%%a=%%b"
set "MVNW_HOME=%USERPROFILE%\.m2\wrapper\apache-maven-%MVNW_version%"
if not exist "%MVNW_HOME%\bin\mvn.cmd" (
  powershell -NoProfile -ExecutionPolicy Bypass -Command ^
    "$ErrorActionPreference='Stop'; $p=$env:MVNW_HOME; $z=Join-Path ([IO.Path]::GetTempPath()) ('maven-'+[guid]::NewGuid()+'.zip');" ^
    "Write-Host ('mvnw: fetching Maven '+$env:MVNW_version);" ^
    "$u=$env:MVNW_url; if ($env:MVNW_REPOURL) { $u=$env:MVNW_REPOURL+'/org/apache/maven/apache-maven/'+$env:MVNW_version+'/apache-maven-'+$env:MVNW_version+'-bin.zip' };" ^
    "Invoke-WebRequest -UseBasicParsing -Uri $u -OutFile $z;" ^
    "if ((Get-FileHash $z -Algorithm SHA512).Hash -ne $env:MVNW_sha512) { throw 'the archive of Maven is not the one expected' };" ^
    "Expand-Archive $z -DestinationPath (Split-Path $p) -Force; Remove-Item $z"
  if errorlevel 1 exit /b 1
)
"%MVNW_HOME%\bin\mvn.cmd" %*
