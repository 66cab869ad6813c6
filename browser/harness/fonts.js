// Fonts for the tests: a browser that knows a single family, so that neither a page nor a test depends on the machine's
// fonts.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * A family in its three styles, the files it needs (all files that start like them are used), and the Debian packages
 * that contain them.
 * @typedef {{sans: string, serif: string, mono: string, files: string[], packages: string}} Family
 */
/** @type {Record<string, Family>} The first installed one is used where the font does not matter. */
export const FAMILIES = {
  dejavu: {
    sans: 'DejaVu Sans',
    serif: 'DejaVu Serif',
    mono: 'DejaVu Sans Mono',
    files: ['DejaVuSans', 'DejaVuSerif', 'DejaVuSansMono'],
    packages: 'fonts-dejavu-core',
  },
  liberation: {
    sans: 'Liberation Sans',
    serif: 'Liberation Serif',
    mono: 'Liberation Mono',
    files: ['LiberationSans', 'LiberationSerif', 'LiberationMono'],
    packages: 'fonts-liberation',
  },
  noto: {
    sans: 'Noto Sans',
    serif: 'Noto Serif',
    mono: 'Noto Sans Mono',
    files: ['NotoSans', 'NotoSerif', 'NotoSansMono'],
    packages: 'fonts-noto-core and fonts-noto-mono',
  },
};

const FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.fonts'),
  join(homedir(), '.local/share/fonts'),
];

/** The names of the styles in pages, style sheets and the browser itself. */
const GENERIC = {
  sans: ['sans-serif', 'sans', 'system-ui', 'ui-sans-serif', 'Arial', 'Helvetica'],
  serif: ['serif', 'ui-serif', 'Times New Roman', 'Times'],
  mono: ['monospace', 'ui-monospace', 'Courier New', 'Courier'],
};

/**
 * Every file in a folder and its subfolders; empty if the folder does not exist.
 * @param {string} folder @returns {string[]}
 */
function below(folder) {
  try {
    return readdirSync(folder, { recursive: true }).map(name => join(folder, String(name)));
  } catch {
    return [];
  }
}

/** Every font file of this machine. */
const INSTALLED = FOLDERS.flatMap(below).filter(path => /\.(ttf|otf)$/.test(path));

/** The files of a family; `DejaVuSans` stands for `DejaVuSans.ttf`, `DejaVuSans-Bold.ttf` and `DejaVuSans[wght].ttf`. @param {string} name */
function filesOf(name) {
  const beginsWith = (/** @type {string} */ stem) =>
    new RegExp(`/${stem}(-[A-Za-z]+|\\[[a-z,]+\\])?\\.[a-z]+$`);
  return FAMILIES[name].files.map(stem => INSTALLED.filter(path => beginsWith(stem).test(path)));
}

/** Why a family cannot be used here, if so. @param {string} name @returns {string | undefined} */
export function missing(name) {
  if (!(name in FAMILIES))
    return `there is no family “${name}” here, only ${Object.keys(FAMILIES).join(', ')}`;
  if (process.platform !== 'linux')
    return `fonts are chosen by fontconfig, which browsers on ${process.platform} do not ask`;
  const { sans, packages } = FAMILIES[name];
  return filesOf(name).every(files => files.length)
    ? undefined
    : `the font ${sans} is not installed (in Debian: ${packages})`;
}

// What determines the list of tests must be known synchronously: waiting between two tests of a file would run its
// final hooks too soon.

/** Why tests in a family are skipped, if so: where tools are required they run, and fail. @param {string} name */
export const skipped = name => (process.env.DAMIER_REQUIRE_TOOLS !== '1' && missing(name)) || false;

/** The default family: `DAMIER_FONT`, or the first installed one. */
export const usual = () =>
  process.env.DAMIER_FONT ?? Object.keys(FAMILIES).find(name => !skipped(name));

/** The other families, in which everything that depends on the font is checked again. */
export const others = () =>
  Object.keys(FAMILIES).filter(name => name !== usual() && !skipped(name));

const alias = (/** @type {string} */ asked, /** @type {string} */ given) =>
  `<alias binding="same"><family>${asked}</family><prefer><family>${given}</family></prefer></alias>`;

/**
 * Creates a fontconfig set-up with a single family.
 * @param {string} name @returns {Promise<{file: string, remove: () => Promise<void>}>}
 */
export async function only(name) {
  const reason = missing(name);
  if (reason) throw new Error(reason);
  const folder = await mkdtemp(join(tmpdir(), 'damier-fonts-'));
  // A font installed twice is needed once.
  const files = new Map(
    filesOf(name)
      .flat()
      .map(path => [basename(path), path]),
  );
  await Promise.all([...files].map(([file, path]) => symlink(path, join(folder, file))));
  const aliases = Object.entries(GENERIC).flatMap(([style, names]) =>
    names.map(one => alias(one, FAMILIES[name][/** @type {'sans'} */ (style)])),
  );
  // The fallback for unnamed fonts, like the system font.
  const otherwise = `<match target="pattern"><edit name="family" mode="append_last" binding="weak"><string>${FAMILIES[name].sans}</string></edit></match>`;
  const file = join(folder, 'fonts.conf');
  await writeFile(
    file,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n<dir>${folder}</dir>\n<cachedir>${join(folder, 'cache')}</cachedir>\n${[...aliases, otherwise].join('\n')}\n</fontconfig>\n`,
  );
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
