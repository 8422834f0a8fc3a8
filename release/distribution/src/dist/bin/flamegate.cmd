@echo off
setlocal
set "FG_HOME=%~dp0.."
set "FG_LIB=%FG_HOME%\lib"
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" -XX:+UseSerialGC -Xmx256m -XX:TieredStopAtLevel=1 %FLAMEGATE_JAVA_OPTIONS% -Dflamegate.home="%FG_HOME%" -cp "%FG_LIB%\flamegate-cli.jar;%FG_LIB%\flamegate-rules.jar;%FG_LIB%\snakeyaml-engine.jar;%FG_LIB%\extensions\*;%FG_LIB%\*" dev.flamegate.cli.Main %*
exit /b %ERRORLEVEL%
