# Fetches the archive of an earlier build, with user and password if given; neither becomes an argument of a process,
# which others could list.
set +x
if [ -n "${FLAMEGATE_HISTORY_USER:-}" ]; then
  user=$(printf '%s:%s' "$FLAMEGATE_HISTORY_USER" "$FLAMEGATE_HISTORY_PASSWORD" | sed 's/["\\]/\\&/g')
  printf 'user = "%s"\n' "$user" |
    curl --config - --fail --silent --show-error --location --globoff --create-dirs --max-time 300 --output "$FLAMEGATE_HISTORY_TO" -- "$FLAMEGATE_HISTORY_FROM"
else
  curl --fail --silent --show-error --location --globoff --create-dirs --max-time 300 --output "$FLAMEGATE_HISTORY_TO" -- "$FLAMEGATE_HISTORY_FROM"
fi
