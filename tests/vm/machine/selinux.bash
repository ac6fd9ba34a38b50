# Sourced by build.sh: a root whose files have SELinux's labels, by Debian's policy (the reference policy).

# Linux without SELinux keeps labels as it keeps other attributes; mke2fs copies them. setfiles needs /proc.
label_root() {
  printf '%s\n' SELINUX=enforcing SELINUXTYPE=default >"$root/etc/selinux/config"
  # shellcheck disable=SC2016  # for the shell with mounts of its own
  unshare --mount sh -c 'mount -t proc proc "$1/proc" &&
    chroot "$1" setfiles -m -F -e /proc /etc/selinux/default/contexts/files/file_contexts /' sh "$root"
}
