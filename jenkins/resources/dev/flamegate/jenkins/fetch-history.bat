@echo off
rem The same as fetch-history.sh. User and password go through a file that is deleted: no argument of a process that others could list.
setlocal EnableDelayedExpansion
rem Not in the workspace, which is archived.
set "SECRETS=%TEMP%\flamegate-%RANDOM%%RANDOM%.secrets"
if defined FLAMEGATE_HISTORY_USER (
  >"!SECRETS!" echo user = "!FLAMEGATE_HISTORY_USER!:!FLAMEGATE_HISTORY_PASSWORD!"
  curl --config "!SECRETS!" --fail --silent --show-error --location --globoff --create-dirs --max-time 300 --output "!FLAMEGATE_HISTORY_TO!" -- "!FLAMEGATE_HISTORY_FROM!"
  set "CODE=!ERRORLEVEL!"
  del "!SECRETS!"
) else (
  curl --fail --silent --show-error --location --globoff --create-dirs --max-time 300 --output "!FLAMEGATE_HISTORY_TO!" -- "!FLAMEGATE_HISTORY_FROM!"
  set "CODE=!ERRORLEVEL!"
)
exit /b !CODE!
