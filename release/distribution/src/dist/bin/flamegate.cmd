@echo off
setlocal
set "FG_HOME=%~dp0.."
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
"%JAVA%" -XX:+UseSerialGC -Xmx256m -XX:TieredStopAtLevel=1 %FLAMEGATE_JAVA_OPTIONS% -Dflamegate.home="%FG_HOME%" -cp "%FG_HOME%\lib\*;%FG_HOME%\lib\extensions\*" dev.flamegate.cli.Main %*
exit /b %ERRORLEVEL%
