/** What npm runs without "run". */
const bareScripts = ['start', 'test'];

/**
 * A command that a README shows in a code block exists: a script of package.json, a command of gantry or gantry-server.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function readmeCommands(tree) {
  const scripts = Object.keys(JSON.parse(tree.read('package.json')).scripts ?? {});
  const known = tree.files.includes(commandList) ? commandsOf(tree.read(commandList)) : [];
  const shown = tree.files
    .filter((file) => /(^|\/)[^/]*\.md$/.test(file))
    .flatMap((file) => shellLines(tree.read(file)).map(({ text, line }) => ({ file, line, text })));
  const findings = shown.flatMap(({ file, line, text }) => {
    const message = refusalOf(text, scripts, known);
    return message ? [{ file, line, message }] : [];
  });
  return { findings, note: `${shown.length} commands shown` };
}

const commandList = '.ci/snapshots/commands.txt';

/**
 * @param {string} text
 * @param {string[]} scripts
 * @param {string[]} known
 */
function refusalOf(text, scripts, known) {
  const [program = '', ...words] = text
    .replace(/^\$ /, '')
    .replace(/^(npx|bin\/) ?/, '')
    .split(/\s+/);
  if (program === 'npm') {
    const [first = '', second = ''] = words;
    const script = bareScripts.includes(first) ? first : first === 'run' ? second : undefined;
    return script === undefined || scripts.includes(script) ? undefined : `there is no npm script ${script}`;
  }
  if (program !== 'gantry') return undefined;
  const path = words.slice(0, words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word)) >>> 0).join(' ');
  const exists =
    path === '' || known.some((command) => `${path} `.startsWith(`${command} `) || command.startsWith(`${path} `));
  return exists ? undefined : `there is no command gantry ${path}`;
}

/**
 * The commands of the snapshot: a line each, "gantry banned-word list [flags]".
 * @param {string} text
 */
function commandsOf(text) {
  return [...text.matchAll(/^gantry ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/gm)].map(([, command = '']) => command);
}

/**
 * The lines of blocks marked as shell, without comments and continuations.
 * @param {string} markdown
 */
function shellLines(markdown) {
  /** @type {{text: string, line: number}[]} */
  const lines = [];
  let isShell = false;
  for (const [at, text] of markdown.split('\n').entries()) {
    if (text.startsWith('```')) isShell = /^```(sh|bash|shell|console)\b/.test(text);
    else if (isShell && /^(\$ )?[a-z]/.test(text)) lines.push({ text, line: at + 1 });
  }
  return lines;
}
