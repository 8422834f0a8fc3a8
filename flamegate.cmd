@echo off
rem Flamegate from a checkout: builds it when there is no build yet, then runs it.
setlocal
set "ROOT=%~dp0"
set "FLAMEGATE_HOME=%ROOT%release\distribution\target\flamegate"
if not exist "%FLAMEGATE_HOME%\lib\flamegate-cli.jar" (
  echo flamegate: building it once 1>&2
  call "%ROOT%mvnw.cmd" -B -q -f "%ROOT%pom.xml" package -DskipTests -DskipErrorProne 1>&2
  if errorlevel 1 exit /b 3
)
call "%FLAMEGATE_HOME%\bin\flamegate.cmd" %*
exit /b %ERRORLEVEL%
