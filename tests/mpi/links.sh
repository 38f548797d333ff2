#!/usr/bin/env bash
# Runs a command's ranks in network namespaces of their own, which links of a limited rate connect: machines within a machine.
# usage: links.sh RANKS RATE COMMAND...   RATE as tc has it: 100mbit, 1gbit, or none
set -euo pipefail
ranks=$1 rate=$2
shift 2
# Names and addresses of this run's own, for another may be running, or its last process may hold a namespace a little longer.
name=tm$$- bridge=tm$$ net=10.77.$(($$ % 256))
agent=$(mktemp)
cleanup() {
  for i in $(seq "$ranks"); do
    ip link del "$name$i" 2>/dev/null || true  # before its namespace, whose end takes the link away only later
    ip netns del "$name$i" 2>/dev/null || true
  done
  ip link del $bridge 2>/dev/null || true
  rm -f "$agent"
}
trap cleanup EXIT
ip link add $bridge type bridge
ip addr add $net.254/24 dev $bridge
ip link set $bridge up
hosts=""
for i in $(seq "$ranks"); do
  ip netns add "$name$i"
  ip link add "$name$i" type veth peer name eth0 netns "$name$i"
  ip link set "$name$i" master $bridge up
  ip -n "$name$i" addr add "$net.$i/24" dev eth0
  ip -n "$name$i" link set eth0 up
  ip -n "$name$i" link set lo up
  if [ "$rate" != none ]; then
    tc qdisc add dev "$name$i" root tbf rate "$rate" burst 256kb latency 100ms
    ip netns exec "$name$i" tc qdisc add dev eth0 root tbf rate "$rate" burst 256kb latency 100ms
  fi
  hosts+=${hosts:+,}$net.$i
done
# In place of ssh: the last number of the address is that of the namespace, which has a host name of its own.
cat >"$agent" <<AGENT
#!/bin/bash
i=\${1##*.}
shift
exec ip netns exec "$name\$i" unshare --uts sh -c "hostname themata\$i; \$*"
AGENT
chmod +x "$agent"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpiexec --host "$hosts" -n "$ranks" --map-by node --bind-to none \
  --mca plm_rsh_agent "$agent" --mca btl tcp,self --mca pml ob1 --mca btl_tcp_if_include $net.0/24 --mca oob_tcp_if_include $net.0/24 "$@"
