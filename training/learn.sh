#!/usr/bin/env bash
# Learns the weights of the variants named, or of all seven, from nothing: several generations of games,
# each played with what was learned from the one before and followed by training on the last two.
# Needs `target/release/training` (cargo build --release -p training), Python with PyTorch, and is
# meant for a machine with many cores and a GPU.
#
#   training/learn.sh FOLDER [VARIANT…]
#
# FIRST and LAST say which generations (1 and 4 unless told), GAMES how many games of each; the same
# numbers make the same positions everywhere. With PLAY_FOR, games are played for so many seconds
# instead. README.md says what was done.
set -euo pipefail
folder=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
program=${PROGRAM:-$here/../target/release/training}
variants=("$@")
[ ${#variants[@]} -gt 0 ] || variants=(american international italian russian brazilian frisian breakthrough)
threads=${THREADS:-$(nproc)}
mkdir -p "$folder"
declare -A trainer

# generate GENERATION VARIANT: the games of one generation.
generate() {
  local generation=$1 variant=$2 by=(--nodes 1500 --weights "$folder/$variant.weights$(($1 - 1))")
  [ "$generation" -gt 1 ] || by=(--nodes 1000 --hand-made)
  "$program" generate --variant "$variant" --out "$folder/$variant.$generation" "${by[@]}" \
    --threads "$threads" --seed "$generation" --seconds "${PLAY_FOR:-86400}" --games "${GAMES:-100000}"
}

# learn GENERATION VARIANT: the weights after one generation.
learn() {
  local generation=$1 variant=$2 log=$folder/$2.log$1 files=()
  for file in "$folder/$variant.$((generation - 1))" "$folder/$variant.$generation"; do
    [ ! -e "$file" ] || files+=("$file")
  done
  python3 "$here/train.py" "$variant" "${files[@]}" --program "$program" \
    --out "$folder/$variant.weights$generation" >"$log" 2>&1 || { cat "$log"; return 1; }
  tail -n 2 "$log"
}

# Training needs the GPU and games need the cores, so the one goes on while the next variant plays.
for generation in $(seq "${FIRST:-1}" "${LAST:-4}"); do
  for variant in "${variants[@]}"; do
    [ -z "${trainer[$variant]:-}" ] || wait "${trainer[$variant]}"
    generate "$generation" "$variant"
    learn "$generation" "$variant" &
    trainer[$variant]=$!
  done
done
for variant in "${variants[@]}"; do wait "${trainer[$variant]}"; done
