#!/usr/bin/env bash
# Learns the weights of the variants named, or of seven, from nothing: several generations of games,
# each played with what was learned from those before and followed by training. Variants with a relative begin
# with its weights (relative.py), in FOLDER or those of the program.
# Needs `target/release/training` (cargo build --release -p training), Python with PyTorch, and is
# meant for a machine with many cores and a GPU.
#
#   training/learn.sh FOLDER [VARIANT…]
#
# The weights of each generation, and the last ones as VARIANT.weights, are in FOLDER afterwards. PART=100
# plays a hundredth of the games, to try it out; THREADS are as many as there are cores unless told, PROGRAM
# is the generator. FROM=4 begins with that generation: it plays with the weights in the folder WEIGHTS, those of
# the program unless told, and is trained on games from there on. NODES are the positions looked at for each move, if
# not those of the plan. LEARN are more options of train.py, such as "--decisive 0.5 --decided 300".
# Games and weights that are in FOLDER already are taken as they are: the same command goes on where it was stopped.
# README.md says what was done.
set -euo pipefail
folder=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
program=${PROGRAM:-$here/../target/release/training}
weights=${WEIGHTS:-$here/../crates/engine/weights}
from=${FROM:-1}
variants=("$@")
[ ${#variants[@]} -gt 0 ] || variants=(american international italian russian brazilian frisian breakthrough)
mkdir -p "$folder"
declare -A trainer

# The games of each generation, in thousands. A variant with fewer generations than others ends sooner.
declare -A games=(
  [american]="20 30 66 167" [international]="20 36 80 338 56 18"
  [italian]="16 12 20 42" [russian]="30 30 45 110" [brazilian]="28 30 45 72"
  [frisian]="28 24 36 70" [breakthrough]="30 30 45 80"
  [thai]="3 3 3" [frysk]="3 3 4" [antidraughts]="12 5 7" [turkish]="6 5 4" [canadian]="2 3 4"
  [czech]="3 2" [spanish]="6 3" [killer]="5 4" [pool]="" [portuguese]=""
)
# Where a variant begins, and whether its board is the mirror image. Without games of its own it ends there.
declare -A relatives=(
  [pool]=russian [czech]=russian [spanish]="russian --mirror" [portuguese]=spanish [killer]=international
)
# plan VARIANT: by generation, positions looked at for each move, how much results count beside scores in
# training, the first generation whose games it is trained on, and the one whose weights it is learned upon, where
# there are few games (the relative is generation 0). Deep scores are not mixed with those of shallow searches.
plan() {
  nodes=(1000 1500 1500 2000 10000 10000) blend=(0.6 0.6 0.6 0.1 0.1 0.1) first=(1 1 1 4 5 5) upon=()
  case $1 in
    thai | frysk | antidraughts | turkish | canadian)
      nodes=(1000 1000 1000) blend=(0.6 0.3 0.1) first=(1 2 3) upon=("" 1 2) ;;
    czech | spanish | killer) nodes=(1000 1000) blend=(0.3 0.1) first=(1 1) upon=(0 0) ;;
  esac
}

# begin VARIANT: the weights of its relative, as generation 0.
begin() {
  local variant=$1 relative mirror file=$folder/$1.weights0 from
  read -r relative mirror <<<"${relatives[$variant]:-}"
  [ -n "$relative" ] && [ ! -e "$file" ] || return 0
  from=$folder/$relative.weights
  [ -e "$from" ] || from=$weights/$relative.weights
  python3 "$here/relative.py" "$relative" "$variant" $mirror <"$from" >"$file.part"
  mv "$file.part" "$file"
  cp "$file" "$folder/$variant.weights"
}

# generate GENERATION VARIANT THOUSANDS: the games of one generation.
generate() {
  local generation=$1 variant=$2 file=$folder/$2.$1 by=(--weights "$folder/$2.weights$(($1 - 1))")
  [ ! -e "$file" ] || return 0
  [ "$generation" -gt 1 ] || [ -n "${relatives[$variant]:-}" ] || by=(--hand-made)
  nice "$program" generate --variant "$variant" --out "$file.part" "${by[@]}" \
    --nodes "${NODES:-${nodes[generation - 1]}}" --threads "${THREADS:-$(nproc)}" --seed "$generation" \
    --games $(($3 * 1000 / ${PART:-1}))
  mv "$file.part" "$file"
}

# learn GENERATION VARIANT: the weights after one generation.
learn() {
  local generation=$1 variant=$2 log=$folder/$2.log$1 file=$folder/$2.weights$1 files=() number options
  read -ra options <<<"${LEARN:-}"
  [ -z "${upon[generation - 1]:-}" ] || options+=(--upon "$folder/$variant.weights${upon[generation - 1]}")
  if [ ! -e "$file" ]; then
    for number in $(seq "${first[generation - 1]}" "$generation"); do
      [ "$number" -lt "$from" ] || files+=("$folder/$variant.$number")
    done
    python3 "$here/train.py" "$variant" "${files[@]}" --program "$program" --blend "${blend[generation - 1]}" \
      "${options[@]}" --out "$file.part" >"$log" 2>&1 || { cat "$log"; return 1; }
    tail -n 2 "$log"
    mv "$file.part" "$file"
  fi
  cp "$file" "$folder/$variant.weights"
}

if [ "$from" -gt 1 ]; then
  for variant in "${variants[@]}"; do cp "$weights/$variant.weights" "$folder/$variant.weights$((from - 1))"; done
fi
# Training needs the GPU and games need the cores, so the one goes on while the next variant plays.
for generation in $(seq "$from" 6); do
  for variant in "${variants[@]}"; do
    [ -n "${games[$variant]+set}" ] || { echo "there is no plan for $variant: ${!games[*]}"; exit 1; }
    thousands=$(cut -d' ' -f"$generation" <<<"${games[$variant]}")
    [ -n "$thousands" ] || continue
    plan "$variant"
    [ "$generation" -gt 1 ] || begin "$variant"
    [ -z "${trainer[$variant]:-}" ] || wait "${trainer[$variant]}"
    generate "$generation" "$variant" "$thousands"
    learn "$generation" "$variant" &
    trainer[$variant]=$!
  done
done
for number in "${trainer[@]}"; do wait "$number"; done
for variant in "${variants[@]}"; do [ -n "${games[$variant]}" ] || begin "$variant"; done
