"""Learns the weights of one variant from the positions that `training generate` wrote.

Needs PyTorch 2.4 or newer, and a GPU to be quick. See README.md.
"""

import argparse
import json
import struct
import subprocess
import time
import zlib

import numpy as np
import torch

import weighing

TITLE = b"damier weights 1\n"
UNITS = 4  # parts of a hundredth of a man that weights are counted in
PARTS = 3  # overlapping parts of a pattern, two digits apart
KINDS_OF_MATERIAL = 7 * 7 * 5 * 5


def record(squares):
    return np.dtype([
        ("words", "<u8", (4, (squares + 63) // 64)), ("score", "<i2"), ("result", "i1"), ("turn", "i1"),
        ("reach", "i1"), ("wings", "i1"), ("nothing", "u1", 2),
    ])


def read(files, most, squares):
    records = np.concatenate([np.fromfile(file, record(squares)) for file in files])
    if most and len(records) > most:
        records = records[-most:]
    return records


def digits(words, squares, device):
    """For each position and square whether the bit is set."""
    words = torch.from_numpy(words.astype(np.int64)).to(device)
    square = torch.arange(squares, device=device)
    return (words[:, square // 64] >> square % 64) & 1


class Patterns:
    """The numbers of all patterns of one kind, seen by White and by Black."""

    def __init__(self, lists, base, squares, device):
        self.count, self.length, self.base = len(lists), len(lists[0]), base
        self.states = base ** self.length
        worth = torch.zeros(squares, self.count, dtype=torch.float64, device=device)
        for index, squares_of in enumerate(lists):
            for digit, square in enumerate(squares_of):
                worth[square, index] = base ** digit
        self.worth = worth

    def numbers(self, kinds):
        """`kinds` are the squares of own men, enemy men, own kings and enemy kings."""
        number = sum((kind + 1) * (squares.double() @ self.worth)
                     for kind, squares in enumerate(kinds))
        return number.long() + torch.arange(self.count, device=number.device) * self.states

    def part(self, numbers, index):
        size = self.base ** (self.length - 2 * (PARTS - 1))
        within = numbers % self.states // self.base ** (2 * index) % size
        return within + torch.arange(self.count, device=numbers.device) * size


class Data:
    """All that the weights are multiplied with, on the GPU."""

    def __init__(self, records, lists, scale, blend, device):
        squares, full = lists["squares"], lists["pieces"]
        self.men = Patterns(lists["men"], 3, squares, device)
        self.kings = Patterns(lists["kings"], 5, squares, device)
        self.said = None  # what the weights that are learned upon say of each position
        parts = {name: [] for name in ("men", "kings", "material", "terms", "phase", "target")}
        for start in range(0, len(records), 1 << 18):
            for name, value in self.chunk(records[start:start + (1 << 18)], squares, full, scale, blend, device):
                parts[name].append(value)
        for name, values in parts.items():
            setattr(self, name + "_data", torch.cat(values))

    def chunk(self, records, squares, full, scale, blend, device):
        white_men, black_men, white_kings, black_kings = (
            digits(records["words"][:, kind], squares, device) for kind in range(4))
        turned = [set_.flip(1) for set_ in (black_men, white_men, black_kings, white_kings)]
        views = [(white_men, black_men, white_kings, black_kings), turned]
        yield "men", torch.stack([self.men.numbers(view[:2]) for view in views], 1).int()
        yield "kings", torch.stack([self.kings.numbers(view) for view in views], 1).int()
        counts = [set_.sum(1) for set_ in views[0]]
        men, kings = counts[:2], counts[2:]

        def material(own, enemy):
            of_men = men[own].clamp(max=6) * 7 + men[enemy].clamp(max=6)
            return of_men * 25 + kings[own].clamp(max=4) * 5 + kings[enemy].clamp(max=4)

        yield "material", torch.stack([material(0, 1), material(1, 0)], 1).int()

        def field(name):
            return torch.from_numpy(records[name].astype(np.float32)).to(device)

        any_king = (kings[0] > 0).float() - (kings[1] > 0).float()
        yield "terms", torch.stack([
            field("turn"), (men[0] - men[1]).float(), (kings[0] - kings[1]).float(), any_king,
            field("reach"), field("wings")], 1)
        yield "phase", (sum(counts).float() / full).clamp(max=1)
        result = (field("result") + 1) / 2
        score = torch.sigmoid(field("score") / scale)
        yield "target", blend * result + (1 - blend) * score


class Seen(torch.autograd.Function):
    """What a table says of the patterns that White sees, less those that Black sees.

    Indexing the table would do, but on a GPU its gradient sorts the numbers first."""

    @staticmethod
    def forward(context, table, numbers):
        context.save_for_backward(numbers)
        context.shape = table.shape
        values = table[numbers].sum(2)
        return values[:, 0] - values[:, 1]

    @staticmethod
    def backward(context, gradient):
        numbers, = context.saved_tensors
        columns = context.shape[1]
        sides = torch.stack([gradient, -gradient], 1)[:, :, None].expand(*numbers.shape, columns)
        table = gradient.new_zeros(context.shape)
        return table.index_add_(0, numbers.flatten(), sides.reshape(-1, columns)), None


class Model(torch.nn.Module):
    """A large pattern is the sum of its parts and of what they leave unsaid."""

    def __init__(self, data, device):
        super().__init__()

        def table(rows, columns):
            return torch.nn.Parameter(torch.zeros(rows, columns, device=device))

        self.men, self.kings = data.men, data.kings
        self.tables = torch.nn.ParameterDict()
        for name, patterns, columns in (("men", data.men, 2), ("kings", data.kings, 1)):
            size = patterns.base ** (patterns.length - 2 * (PARTS - 1))
            self.tables[name] = table(patterns.count * patterns.states, columns)
            for index in range(PARTS):
                self.tables[f"{name}{index}"] = table(patterns.count * size, columns)
        self.material = table(KINDS_OF_MATERIAL, 1)
        self.terms = table(6, 2)
        with torch.no_grad():
            self.terms[1] = 1.0
            self.terms[2] = 2.0

    def forward(self, data, at):
        phase = data.phase_data[at]
        phases = torch.stack([phase, 1 - phase], 1)
        terms = ((data.terms_data[at] @ self.terms) * phases).sum(1)
        total = terms + Seen.apply(self.material, data.material_data[at].long()[:, :, None])[:, 0]
        for name, patterns in (("men", data.men), ("kings", data.kings)):
            numbers = getattr(data, name + "_data")[at].long()
            value = Seen.apply(self.tables[name], numbers)
            for index in range(PARTS):
                value = value + Seen.apply(self.tables[f"{name}{index}"], patterns.part(numbers, index))
            if name == "men":
                total = total + (value * phases).sum(1)
            else:
                some = (data.terms_data[at][:, 2] != 0) | self.has_kings(data, at)
                total = total + value[:, 0] * some
        return total if data.said is None else total + data.said[at]

    @torch.no_grad()
    def zero(self):
        for values in self.parameters():
            values.zero_()

    @torch.no_grad()
    def add(self, other):
        for values, others in zip(self.parameters(), other.parameters()):
            values += others

    @torch.no_grad()
    def load(self, file, variant, scale):
        """The weights in a file, for chances whose logarithm has this many hundredths of a man."""
        with open(file, "rb") as packed:
            bytes_ = zlib.decompress(packed.read())
        title = TITLE + variant.encode() + b"\n"
        assert bytes_.startswith(title), f"{file} is not for {variant}"
        at = len(title)

        def take(count, kind):
            nonlocal at
            values = np.frombuffer(bytes_, kind, count, at)
            at += values.nbytes
            return torch.from_numpy(values.astype(np.float32)).to(self.terms.device) / (scale * UNITS)

        def table(name, patterns, pattern, column):
            step, = struct.unpack_from("<h", bytes_, at)
            take(1, "<i2")
            columns = self.tables[name].shape[1]
            self.tables[name].view(patterns.count, -1, columns)[pattern, :, column] = take(patterns.states, "i1") * step
            for index in range(PARTS):
                part = self.tables[f"{name}{index}"].view(patterns.count, -1, columns)
                part[pattern, :, column] = take(part.shape[1], "<i2")

        for pattern in range(self.men.count):
            for column in range(2):
                table("men", self.men, pattern, column)
        for pattern in range(self.kings.count):
            table("kings", self.kings, pattern, 0)
        self.material[:, 0] = take(KINDS_OF_MATERIAL, "<i2")
        self.terms.copy_(take(12, "<i2").view(6, 2))
        assert at == len(bytes_), f"{file} is too long"

    @staticmethod
    def has_kings(data, at):
        return data.material_data[at][:, 0] % 25 != 0


def train(data, weight, model, options, device):
    count = len(data.target_data)
    generator = torch.Generator(device).manual_seed(options.seed)
    held_out = count // 50
    order = torch.randperm(count, generator=generator, device=device)
    test, training = order[:held_out], order[held_out:]
    batch = max(1, len(training) * options.epochs // options.steps)
    steps = options.epochs * (len(training) // batch)
    # What is left unsaid by parts is held back most: rare states then mean what their parts say.
    rest = [model.tables["men"], model.tables["kings"]]
    others = [value for name, value in model.named_parameters() if name not in ("tables.men", "tables.kings")]
    decay = 2 * options.hold / count  # the gradient of hold / count times the squares
    optimizer = torch.optim.Adam([
        {"params": rest, "lr": options.rate / 2, "weight_decay": decay},
        {"params": others, "lr": options.rate, "weight_decay": decay / 20}], fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, [options.rate / 2, options.rate], total_steps=steps + 1)
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits
    start = time.time()
    for epoch in range(options.epochs):
        shuffled = training[torch.randperm(len(training), generator=generator, device=device)]
        total = 0.0
        for at in shuffled.split(batch):
            if len(at) < batch:
                break
            loss = loss_of(model(data, at), data.target_data[at], weight=weight[at])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.detach()
        # What is held out counts alike, so that losses tell one way of weighing from another.
        with torch.no_grad():
            tests = [loss_of(model(data, at), data.target_data[at]) * len(at) for at in test.split(1 << 16)]
        learned = float(total) / max(1, len(training) // batch)
        print(f"epoch {epoch + 1}: loss {learned:.5f}, held out {float(sum(tests)) / held_out:.5f}, "
              f"{time.time() - start:.0f} s", flush=True)


def fitted_scale(data, model, records, device):
    """Hundredths of a man for one unit of the logarithm of chances, so that scores keep their measure."""
    near = np.flatnonzero(np.abs(records["score"]) < 300)[:500_000]
    at = torch.from_numpy(near).to(device)
    with torch.no_grad():
        values = torch.cat([model(data, part) for part in at.split(1 << 18)])
    scores = torch.from_numpy(records["score"][near].astype(np.float32)).to(device)
    return float((values * scores).sum() / (values * values).sum())


def export(model, data, variant, scale, file):
    units = scale * UNITS

    def words(values):
        return values.round().clamp(-32767, 32767).to(torch.int16).cpu().numpy().astype("<i2").tobytes()

    def table(name, patterns, pattern, column):
        rest = model.tables[name].view(patterns.count, patterns.states, -1)[pattern, :, column] * units
        step = max(1, int(np.ceil(float(rest.abs().quantile(0.9999) if len(rest) < 1 << 24 else rest.abs().max()) / 127)))
        step = max(step, 2)
        steps = (rest / step).round().clamp(-127, 127).to(torch.int8).cpu().numpy().tobytes()
        parts = [model.tables[f"{name}{index}"].view(patterns.count, -1, model.tables[name].shape[1])[pattern, :, column] * units
                 for index in range(PARTS)]
        return struct.pack("<h", step) + steps + b"".join(words(part) for part in parts)

    blocks = [TITLE, variant.encode() + b"\n"]
    with torch.no_grad():
        for pattern in range(data.men.count):
            blocks += [table("men", data.men, pattern, column) for column in range(2)]
        blocks += [table("kings", data.kings, pattern, 0) for pattern in range(data.kings.count)]
        blocks += [words(model.material[:, 0] * units), words(model.terms.flatten() * units)]
    packed = zlib.compress(b"".join(blocks), 9)
    with open(file, "wb") as out:
        out.write(packed)
    print(f"{file}: {len(packed)} bytes, scale {scale:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("files", nargs="+", help="positions; the newest last")
    parser.add_argument("--program", default="target/release/training")
    parser.add_argument("--out", required=True)
    parser.add_argument("--upon", help="weights to learn upon: only what is to be added to them is held back")
    parser.add_argument("--most", type=int, default=0, help="positions used, the newest")
    parser.add_argument("--blend", type=float, default=0.6, help="how much results count beside scores")
    parser.add_argument("--decisive", type=float, help="how much won games count together, such as 0.5; as they are unless told")
    parser.add_argument("--decided", type=int, help="a position is decided when a side is ahead by so many hundredths of a man")
    parser.add_argument("--low", type=float, default=0.25, help="how much a decided position counts")
    parser.add_argument("--scale", type=float, default=120, help="of the scores in the positions")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--steps", type=int, default=4000, help="of learning, in all epochs")
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--hold", type=float, default=2.0, help="how much weights are held back")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    lists = json.loads(subprocess.check_output([options.program, "patterns", options.variant]))
    records = read(options.files, options.most, lists["squares"])
    print(f"{options.variant}: {len(records)} positions, on {device}", flush=True)
    data = Data(records, lists, options.scale, options.blend, device)
    model = Model(data, device)
    base = None
    if options.upon:
        base = Model(data, device)
        base.load(options.upon, options.variant, options.scale)
        model.zero()
        with torch.no_grad():
            everything = torch.arange(len(records), device=device)
            data.said = torch.cat([base(data, part) for part in everything.split(1 << 18)])
    weight = weighing.weights(records["score"], records["result"], options.decisive, options.decided, options.low)
    train(data, torch.from_numpy(weight).to(device), model, options, device)
    scale = fitted_scale(data, model, records, device)
    if base:
        model.add(base)
    export(model, data, options.variant, scale, options.out)


if __name__ == "__main__":
    main()
