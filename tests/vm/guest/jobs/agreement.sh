# What this kernel does when the kit writes to it, as lines that the fake machine has to tell as well.
for part in environment machine/kernel machine/cpu-list; do source "/run/share/runner-hooks/lib/$part.sh"; done
PRIVATE=/run/agreement
mkdir -p "$PRIVATE"
source /run/share/guest/scenario.sh
source /run/share/agreement.bash

kernel_agrees() {
  agree | tee /run/agreement/told
  diff /run/share/agreement.expected /run/agreement/told
}
scenario kernel-agrees kernel_agrees
