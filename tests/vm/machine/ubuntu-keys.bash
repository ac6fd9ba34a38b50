# Sourced: Ubuntu's keys, for whoever gets its packages on Debian. They are in a package that Debian's keys sign.

# Prints the keyring, which is kept in the folder $1.
ubuntu_keyring() { # CACHE
  local files=$1/ubuntu-keys
  if [[ ! -e $files ]]; then
    rm -rf -- "$files.new"
    mmdebstrap --quiet --variant=extract --include=ubuntu-archive-keyring trixie "$files.new" >&2 &&
      mv -- "$files.new" "$files" || return
  fi
  echo "$files/usr/share/keyrings/ubuntu-archive-keyring.gpg"
}
