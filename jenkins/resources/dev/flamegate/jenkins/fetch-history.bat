@echo off
rem The same as fetch-history.sh. User and password go through a file that is deleted: no argument of a process that others could list.
setlocal EnableDelayedExpansion
rem Not in the workspace, which is archived.
set "SECRETS=%TEMP%\flamegate-%RANDOM%%RANDOM%%RANDOM%.secrets"
set "PROTOCOLS==http,https"
if /i "!FLAMEGATE_HISTORY_FROM:~0,6!"=="https:" set "PROTOCOLS==https"
type nul >"!SECRETS!"
if defined FLAMEGATE_HISTORY_USER (
  set "LOGIN=!FLAMEGATE_HISTORY_USER!:!FLAMEGATE_HISTORY_PASSWORD!"
  set "LOGIN=!LOGIN:\=\\!"
  set "LOGIN=!LOGIN:"=\"!"
  >"!SECRETS!" echo user = "!LOGIN!"
)
curl --config "!SECRETS!" --fail --silent --show-error --location --proto-redir "!PROTOCOLS!" --globoff --create-dirs --max-time 300 --max-filesize 4294967296 --output "!FLAMEGATE_HISTORY_TO!" -- "!FLAMEGATE_HISTORY_FROM!"
set "CODE=!ERRORLEVEL!"
del "!SECRETS!"
exit /b !CODE!
