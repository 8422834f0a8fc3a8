# Fetches the archive of an earlier build, with user and password if given; neither becomes an argument of a process,
# which others could list.
set +x
case $FLAMEGATE_HISTORY_FROM in
  https:*) protocols='=https' ;; # a redirect does not lead out of TLS
  *) protocols='=http,https' ;;
esac
if [ -n "${FLAMEGATE_HISTORY_USER:-}" ]; then
  user=$(printf '%s:%s' "$FLAMEGATE_HISTORY_USER" "$FLAMEGATE_HISTORY_PASSWORD" | sed 's/["\\]/\\&/g')
  login=$(printf 'user = "%s"' "$user")
else
  login=
fi
printf '%s\n' "$login" |
  curl --config - --fail --silent --show-error --location --proto-redir "$protocols" --globoff --create-dirs --max-time 300 --max-filesize 4294967296 --output "$FLAMEGATE_HISTORY_TO" -- "$FLAMEGATE_HISTORY_FROM"
