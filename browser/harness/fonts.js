// Fonts that the tests choose: a browser that knows one family and no other, so that neither a page nor a
// test depends on what a machine happens to have.
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A family in its three styles, the files that it needs (whatever else begins like them is taken, too),
 * and the Debian packages that have them.
 * @typedef {{sans: string, serif: string, mono: string, files: string[], packages: string}} Family
 */
/** @type {Record<string, Family>} The first that is installed is used where nothing depends on the font. */
export const FAMILIES = {
  dejavu: {
    sans: 'DejaVu Sans', serif: 'DejaVu Serif', mono: 'DejaVu Sans Mono',
    files: ['DejaVuSans', 'DejaVuSerif', 'DejaVuSansMono'], packages: 'fonts-dejavu-core',
  },
  liberation: {
    sans: 'Liberation Sans', serif: 'Liberation Serif', mono: 'Liberation Mono',
    files: ['LiberationSans', 'LiberationSerif', 'LiberationMono'], packages: 'fonts-liberation',
  },
  noto: {
    sans: 'Noto Sans', serif: 'Noto Serif', mono: 'Noto Sans Mono',
    files: ['NotoSans', 'NotoSerif', 'NotoSansMono'], packages: 'fonts-noto-core and fonts-noto-mono',
  },
};

const FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.fonts'), join(homedir(), '.local/share/fonts')];

/** What pages, style sheets and the browser itself call the styles. */
const GENERIC = {
  sans: ['sans-serif', 'sans', 'system-ui', 'ui-sans-serif', 'Arial', 'Helvetica'],
  serif: ['serif', 'ui-serif', 'Times New Roman', 'Times'],
  mono: ['monospace', 'ui-monospace', 'Courier New', 'Courier'],
};

/** @type {Promise<string[]> | undefined} */
let listed;

/** Every font file of this machine. */
function installed() {
  listed ??= Promise.all(FOLDERS.map((folder) => readdir(folder, { recursive: true })
    .then((names) => names.map((name) => join(folder, name)), () => []))).then((all) => all.flat().filter((path) => /\.(ttf|otf)$/.test(path)));
  return listed;
}

/** The files of a family; `DejaVuSans` stands for `DejaVuSans.ttf`, `DejaVuSans-Bold.ttf` and `DejaVuSans[wght].ttf`. @param {string} name */
async function filesOf(name) {
  const { files } = FAMILIES[name];
  const all = await installed();
  return files.map((stem) => all.filter((path) => new RegExp(`/${stem}(-[A-Za-z]+|\\[[a-z,]+\\])?\\.[a-z]+$`).test(path)));
}

/** Why a family cannot be used here, if it cannot. @param {string} name @returns {Promise<string | undefined>} */
export async function missing(name) {
  if (process.platform !== 'linux') return `fonts are chosen by fontconfig, which browsers on ${process.platform} do not ask`;
  const found = await filesOf(name);
  const { sans, packages } = FAMILIES[name];
  return found.every((files) => files.length) ? undefined : `the font ${sans} is not installed (in Debian: ${packages})`;
}

/** Why tests in a family are passed by, if they are: where tools are required, they are not. @param {string} name */
export async function skipped(name) {
  const reason = await missing(name);
  if (reason && process.env.DAMIER_REQUIRE_TOOLS === '1') throw new Error(reason);
  return reason ?? false;
}

/** The family for whatever does not ask for one: `DAMIER_FONT`, or the first that is installed. */
export async function usual() {
  if (process.env.DAMIER_FONT) return process.env.DAMIER_FONT;
  for (const name of Object.keys(FAMILIES)) if (!(await missing(name))) return name;
  if (process.env.DAMIER_REQUIRE_TOOLS === '1') throw new Error(`none of the fonts ${Object.keys(FAMILIES).join(', ')} can be used`);
  return undefined;
}

/** The families that are installed and not the usual one: in which what depends on the font is looked at once more. */
export async function others() {
  const found = [];
  for (const name of Object.keys(FAMILIES)) if (name !== await usual() && !(await skipped(name))) found.push(name);
  return found;
}

const alias = (/** @type {string} */ asked, /** @type {string} */ given) =>
  `<alias binding="same"><family>${asked}</family><prefer><family>${given}</family></prefer></alias>`;

/**
 * Makes a set-up of fontconfig in which there is one family only.
 * @param {string} name @returns {Promise<{file: string, remove: () => Promise<void>}>}
 */
export async function only(name) {
  const folder = await mkdtemp(join(tmpdir(), 'damier-fonts-'));
  const files = (await filesOf(name)).flat();
  await Promise.all(files.map((path) => symlink(path, join(folder, /** @type {string} */ (path.split('/').pop())))));
  const aliases = Object.entries(GENERIC).flatMap(([style, names]) => names.map((one) => alias(one, FAMILIES[name][/** @type {'sans'} */ (style)])));
  // What is asked for by no name, as the font of the system is.
  const otherwise = `<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>${FAMILIES[name].sans}</string></edit></match>`;
  const file = join(folder, 'fonts.conf');
  await writeFile(file, `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n<dir>${folder}</dir>\n<cachedir>${join(folder, 'cache')}</cachedir>\n${[...aliases, otherwise].join('\n')}\n</fontconfig>\n`);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
