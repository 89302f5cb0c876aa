# Starts the servers of one cluster, a line of standard input each: a name and a command, quoted for sh. When standard
# input ends, whoever wanted the cluster has ended or let go of it: the servers are killed and their folder is removed.
# What they hold is thrown away, so there is nothing that they should be given time to save.
dir=$1
pids=
finish() {
  trap '' TERM INT HUP QUIT
  [ -z "$pids" ] || kill -KILL $pids 2>/dev/null
  wait
  rm -rf "$dir"
  exit 0
}
# A handler and not an ignored signal: ignoring would be inherited by the servers.
trap : INT HUP QUIT
trap finish TERM
mkdir -p "$dir/logs" "$dir/pids"
cd "$dir" || exit 1
while read -r name command; do
  eval "exec $command" </dev/null >"$dir/logs/$name" 2>&1 &
  pids="$pids $!"
  echo $! >"$dir/pids/$name.new" && mv "$dir/pids/$name.new" "$dir/pids/$name"
done
finish
