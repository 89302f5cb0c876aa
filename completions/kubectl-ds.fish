# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_kubectl_ds_global_optspecs
    string join \n n/namespace= context= kubeconfig= snapshot= color= cluster= user= s/server= token= as= as-group= as-uid= as-user-extra= certificate-authority= client-certificate= client-key= insecure-skip-tls-verify= tls-server-name= proxy-url= warnings-as-errors= request-timeout= disable-compression= cache-dir= v/v= username= password= kuberc= log-flush-frequency= vmodule= match-server-version= profile= profile-output= h/help V/version
end

function __fish_kubectl_ds_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_kubectl_ds_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_kubectl_ds_using_subcommand
    set -l cmd (__fish_kubectl_ds_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -s V -l version -d 'Print version'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "status" -d 'Show where rollouts stand, and follow them until they are done'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "history" -d 'Show which templates there have been, what each changed, and how many pods run it'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "undo" -d 'Go back to the previous revision, or to a chosen one'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "restart" -d 'Replace all pods, within the limits of the update strategy'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "set-image" -d 'Give containers new images: NAME CONTAINER=IMAGE...'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "dry-run-plan" -d 'Show what a change would do, before it is made: which nodes, how many at a time, what is in the way'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "plan" -d 'Show what a change would do, before it is made: which nodes, how many at a time, what is in the way'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "orphan-delete" -d 'Delete a DaemonSet and keep its pods'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "snapshot" -d 'Save everything the reading commands need in one file, for --snapshot'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "why" -d 'Show why there is, or is no, healthy pod on a node, or on any node'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "rollout" -d 'The same verbs as `kubectl rollout` spells them'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "set" -d 'The same verb as `kubectl set image` spells it'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "completion" -d 'Print a completion script for a shell'
complete -c kubectl-ds -n "__fish_kubectl_ds_needs_command" -f -a "version" -d 'Print the version of this program and of the server'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s A -l all-namespaces -d 'In all namespaces' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s w -l watch -d 'Follow until done; --watch=false looks once' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l revision -d 'Wait for this revision only; another one meanwhile ends with exit code 3' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l timeout -d 'Give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l exit-code -d 'With --watch=false: exit code 3 if the rollout is not done, 4 if it cannot finish by itself' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l wait-for-create -d 'Wait for a DaemonSet that does not exist yet' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l allow-empty -d 'Succeed although a selector matches nothing (as `rollout status` does)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l all-nodes -d 'Show the nodes that are done too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l allow-unavailable -d 'Done although so many nodes, or N%, have no available pod; never less than one that has' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l ignore-nodes -d 'Done whatever is on the nodes with these labels' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s o -l output -d 'json or yaml (one document, at the end), name, or wide (more columns, nothing cut)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l output-events -d 'json: one JSON object a line for each change, instead of kubectl\'s lines' -r -f -a "json\t''"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l sort-by -d 'Order by this column of the table, e.g. age or state' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l revision -d 'Show this revision in full; -1 is the newest, -2 the one before' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l diff -d 'Show what differs: A..B, A..current, or A alone for A..current' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s o -l output -d 'json, yaml, name, wide (whole images, all changes, hashes) or kubectl (its two columns, as `rollout history`)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l show-managed-fields -d 'Accepted as kubectl accepts it; managed fields are never shown' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand history" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l all -d 'Every DaemonSet of the namespace' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s o -l output -d 'Print the object as json or yaml, or only its name' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l show-managed-fields -d 'With -o json or yaml: keep metadata.managedFields' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l field-manager -d 'Name under which the server notes who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l wait -d 'Follow the rollout until it is done' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l timeout -d 'With --wait: give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l to-revision -d 'The revision to go back to; 0 for the newest that differs from the present template' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l to-hash -d 'The revision to go back to, by its hash or the beginning of it' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l change-cause -d 'Text for the change-cause annotation of the DaemonSet; the revision keeps its own, the next change inherits this' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l sync-last-applied -d 'Let the last-applied annotation follow: the next \'kubectl apply\' then knows which of the restored parts are its own' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l dry-run -d 'none, client (send nothing) or server (let the server check it, and keep nothing)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand undo" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l all -d 'Every DaemonSet of the namespace' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s o -l output -d 'Print the object as json or yaml, or only its name' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l show-managed-fields -d 'With -o json or yaml: keep metadata.managedFields' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l field-manager -d 'Name under which the server notes who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l wait -d 'Follow the rollout until it is done' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l timeout -d 'With --wait: give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand restart" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l all -d 'Every DaemonSet of the namespace' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s o -l output -d 'Print the object as json or yaml, or only its name' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l show-managed-fields -d 'With -o json or yaml: keep metadata.managedFields' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l field-manager -d 'Name under which the server notes who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l wait -d 'Follow the rollout until it is done' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l timeout -d 'With --wait: give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l local -d 'Change the objects of --filename and print them; no server is asked' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s y -l yes -d 'Give one image to all containers (*=IMAGE) although their repositories differ' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l change-cause -d 'Text for the change-cause annotation, written in the same change; without it, the one that stands there is recorded' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l record -d 'Write the command line into the change-cause annotation (deprecated by kubectl)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l rollback-on-failure -d 'Wait, and put the old template back when the rollout has not finished by --timeout, or cannot' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l dry-run -d 'none, client (send nothing) or server (let the server check it, and keep nothing)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set-image" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l image -d 'The change: this image for a container (CONTAINER=IMAGE); can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l to-revision -d 'The change: back to this revision; 0 for the newest that differs from the present template' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l to-hash -d 'The change: back to the revision of this hash, or the beginning of it' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l restart -d 'The change: new pods from the same template' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -s f -l filename -d 'The change: this manifest applied (- for standard input); names the DaemonSets too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l adopt -d 'Not a change, but a successor: what the DaemonSet of this manifest will do with the pods and revisions if this one is deleted and its pods are kept' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l max-unavailable -d 'Assume this maxUnavailable, e.g. 3 or 25%' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l max-surge -d 'Assume this maxSurge, e.g. 3 or 25%' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l min-ready-seconds -d 'Assume this minReadySeconds' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l strategy -d 'Assume this update strategy: RollingUpdate or OnDelete' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l offline -d 'Do not have the server check the change' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l diff -d 'Show the templates as a diff too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l all-nodes -d 'A line for each node' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l exit-code -d 'Exit code 4 if the change cannot finish' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l field-manager -d 'Name under which the server would note who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -s o -l output -d 'json, yaml, name, or wide (a line for each node)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand dry-run-plan" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l image -d 'The change: this image for a container (CONTAINER=IMAGE); can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l to-revision -d 'The change: back to this revision; 0 for the newest that differs from the present template' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l to-hash -d 'The change: back to the revision of this hash, or the beginning of it' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l restart -d 'The change: new pods from the same template' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -s f -l filename -d 'The change: this manifest applied (- for standard input); names the DaemonSets too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l adopt -d 'Not a change, but a successor: what the DaemonSet of this manifest will do with the pods and revisions if this one is deleted and its pods are kept' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l max-unavailable -d 'Assume this maxUnavailable, e.g. 3 or 25%' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l max-surge -d 'Assume this maxSurge, e.g. 3 or 25%' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l min-ready-seconds -d 'Assume this minReadySeconds' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l strategy -d 'Assume this update strategy: RollingUpdate or OnDelete' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l offline -d 'Do not have the server check the change' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l diff -d 'Show the templates as a diff too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l all-nodes -d 'A line for each node' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l exit-code -d 'Exit code 4 if the change cannot finish' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l field-manager -d 'Name under which the server would note who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -s o -l output -d 'json, yaml, name, or wide (a line for each node)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand plan" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l backup -d 'Write the manifest that re-creates the DaemonSet here; an existing file is never overwritten [default: NAME.daemonset.yaml]' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l allow-adoption-by -d 'Go on although this controller\'s selector matches the pods; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l next -d 'Show what the DaemonSet of this manifest will do with the pods and revisions, one by one' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l relabel -d 'With --next: first give pods and revisions the labels by which the next one finds them, so that nothing restarts' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l replace -d 'With --next: also create it, and follow until it has adopted the pods and its rollout is done' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -s y -l yes -d 'Do not ask' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l dry-run -d 'none, client (send nothing) or server (let the server check it, and keep nothing)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l wait -d 'Wait until it is gone and prove that nothing was lost' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l timeout -d 'Give up waiting after this time, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -s o -l output -d 'Print only the name: -o name' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand orphan-delete" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s A -l all-namespaces -d 'In all namespaces' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s o -l output -d 'Format' -r -f -a "json\t'JSON'
yaml\t'YAML'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l output-file -d 'Write to this file instead of standard output; one that is there is kept, unless --force is given' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l force -d 'Overwrite the file' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l redact -d 'Replace what may be secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand snapshot" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -s l -l selector -d 'Label selector for nodes, e.g. pool=edge or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l ds -d 'DaemonSet to look at, can be given several times; all of the namespace by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l probe -d 'Let the server check, and not keep, a pod for each named node; needs the right to create pods' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -s o -l output -d 'json, yaml, name, or wide (a table, with revisions and ages)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand why" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -f -a "status" -d 'Show where a rollout stands, and follow it until it is done'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -f -a "history" -d 'Show the stored revisions in kubectl\'s two columns, or one of them in full'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -f -a "undo" -d 'Go back to the previous revision, or to a chosen one'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and not __fish_seen_subcommand_from status history undo restart" -f -a "restart" -d 'Replace all pods, within the limits of the update strategy'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s A -l all-namespaces -d 'In all namespaces' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s w -l watch -d 'Follow until done; --watch=false looks once' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l revision -d 'Wait for this revision only; another one meanwhile ends with exit code 3' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l timeout -d 'Give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l exit-code -d 'With --watch=false: exit code 3 if the rollout is not done, 4 if it cannot finish by itself' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l wait-for-create -d 'Wait for a DaemonSet that does not exist yet' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l allow-empty -d 'Succeed although a selector matches nothing (as `rollout status` does)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l all-nodes -d 'Show the nodes that are done too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l allow-unavailable -d 'Done although so many nodes, or N%, have no available pod; never less than one that has' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l ignore-nodes -d 'Done whatever is on the nodes with these labels' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s o -l output -d 'json or yaml (one document, at the end), name, or wide (more columns, nothing cut)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l output-events -d 'json: one JSON object a line for each change, instead of kubectl\'s lines' -r -f -a "json\t''"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l sort-by -d 'Order by this column of the table, e.g. age or state' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l revision -d 'Show this revision in full; -1 is the newest, -2 the one before' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l diff -d 'Show what differs: A..B, A..current, or A alone for A..current' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s o -l output -d 'json, yaml, name, wide (whole images, all changes, hashes) or kubectl (its two columns, as `rollout history`)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l no-headers -d 'Do not print the headers of tables' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l show-managed-fields -d 'Accepted as kubectl accepts it; managed fields are never shown' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from history" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l all -d 'Every DaemonSet of the namespace' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s o -l output -d 'Print the object as json or yaml, or only its name' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l show-managed-fields -d 'With -o json or yaml: keep metadata.managedFields' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l field-manager -d 'Name under which the server notes who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l wait -d 'Follow the rollout until it is done' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l timeout -d 'With --wait: give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l to-revision -d 'The revision to go back to; 0 for the newest that differs from the present template' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l to-hash -d 'The revision to go back to, by its hash or the beginning of it' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l change-cause -d 'Text for the change-cause annotation of the DaemonSet; the revision keeps its own, the next change inherits this' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l sync-last-applied -d 'Let the last-applied annotation follow: the next \'kubectl apply\' then knows which of the restored parts are its own' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l dry-run -d 'none, client (send nothing) or server (let the server check it, and keep nothing)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from undo" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l all -d 'Every DaemonSet of the namespace' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s o -l output -d 'Print the object as json or yaml, or only its name' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l show-managed-fields -d 'With -o json or yaml: keep metadata.managedFields' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l field-manager -d 'Name under which the server notes who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l wait -d 'Follow the rollout until it is done' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l timeout -d 'With --wait: give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand rollout; and __fish_seen_subcommand_from restart" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and not __fish_seen_subcommand_from image" -f -a "image" -d 'Give containers new images: TYPE NAME CONTAINER=IMAGE...'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s l -l selector -d 'Label selector, e.g. app=agent or \'tier in (edge,core)\'' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s f -l filename -d 'Manifest that names the DaemonSets; a folder, or - for standard input; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s k -l kustomize -d 'Folder with a kustomization that names the DaemonSets' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s R -l recursive -d 'Look into the folders of --filename too' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l all -d 'Every DaemonSet of the namespace' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s o -l output -d 'Print the object as json or yaml, or only its name' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l show-managed-fields -d 'With -o json or yaml: keep metadata.managedFields' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l field-manager -d 'Name under which the server notes who changed a field' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l wait -d 'Follow the rollout until it is done' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l timeout -d 'With --wait: give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l fail-fast -d 'Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l max-failures -d 'With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l grace -d 'With --fail-fast: how long it must have been so without a break' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l local -d 'Change the objects of --filename and print them; no server is asked' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s y -l yes -d 'Give one image to all containers (*=IMAGE) although their repositories differ' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l change-cause -d 'Text for the change-cause annotation, written in the same change; without it, the one that stands there is recorded' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l record -d 'Write the command line into the change-cause annotation (deprecated by kubectl)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l rollback-on-failure -d 'Wait, and put the old template back when the rollout has not finished by --timeout, or cannot' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l dry-run -d 'none, client (send nothing) or server (let the server check it, and keep nothing)' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand set; and __fish_seen_subcommand_from image" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand completion" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l client -d 'Only the version of this program; no server is asked' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -s o -l output -d 'Output format' -r -f -a "json\t'JSON'
yaml\t'YAML'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -s n -l namespace -d 'Namespace to work in; that of the context by default' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l context -d 'Context of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l kubeconfig -d 'Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config' -r -F
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l snapshot -d 'Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard input' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l color -d 'Colour the output' -r -f -a "auto\t'On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`'
always\t'Always'
never\t'Never'"
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l cluster -d 'Cluster of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l user -d 'User of the kubeconfig to use' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -s s -l server -d 'Address and port of the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l token -d 'Bearer token for the API server' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l as -d 'User to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l as-group -d 'Group to act as; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l as-uid -d 'UID to act as' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l as-user-extra -d 'Further attributes to act with, KEY=VALUE; can be given several times' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l certificate-authority -d 'File with the certificate of the authority that the server\'s certificate must come from' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l client-certificate -d 'File with a client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l client-key -d 'File with the key of the client certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l insecure-skip-tls-verify -d 'Do not check the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l tls-server-name -d 'Name to expect in the server\'s certificate' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l proxy-url -d 'Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l warnings-as-errors -d 'Exit code 1 if the server warned of something, although it went well' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l request-timeout -d 'How long one request may take, e.g. 10s or 2m; 0 for ever' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l disable-compression -d 'Do not ask for compressed answers' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l cache-dir -d 'Accepted as kubectl accepts it; nothing is cached' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -s v -l v -d 'Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l username -d 'User name for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l password -d 'Password for basic authentication' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l kuberc -d 'Accepted: preferences are of kubectl\'s own commands' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l log-flush-frequency -d 'Accepted: nothing is kept back that would have to be flushed' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l vmodule -d 'Accepted: there is one log' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l match-server-version -d 'Refused: this program has no version of Kubernetes' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l profile -d 'Refused unless `none`' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -l profile-output -d 'Accepted: without a profile nothing is written' -r
complete -c kubectl-ds -n "__fish_kubectl_ds_using_subcommand version" -s h -l help -d 'Print help (see more with \'--help\')'
