/** Scripts that npm runs without "run". */
const bareScripts = ['start', 'test'];

/** Options of every gantry command. */
const sharedOptions = [
  ...['--server', '--profile', '--output', '--json', '--jq', '--yes', '--step-up-stdin', '--locale', '--color'],
  ...['--timeout', '--max-wait', '--help', '--version'],
];

const commandList = '.ci/snapshots/commands.txt';
const serverHelp = 'packages/core/src/i18n/en-US/server.ts';

/**
 * Checks that commands in code blocks, and in the text of the documentation, exist with the options shown: scripts of
 * package.json, commands of gantry and of gantry-server.
 * @param {import('./tree.mjs').Tree} tree
 * @returns {import('./tree.mjs').Verdict}
 */
export function readmeCommands(tree) {
  const read = (/** @type {string} */ file) => (tree.files.includes(file) ? tree.read(file) : '');
  const known = {
    scripts: Object.keys(JSON.parse(tree.read('package.json')).scripts ?? {}),
    commands: readCommands(read(commandList)),
    server: read(serverHelp),
  };
  const shown = tree.files
    .filter((file) => /(^|\/)[^/]*\.md$/.test(file))
    .flatMap((file) => [
      ...shellLines(tree.read(file)).map(({ text, line }) => ({ file, line, text })),
      ...(file.startsWith('docs/') ? inlineCommands(tree.read(file)).map((one) => ({ file, ...one })) : []),
    ]);
  const findings = shown.flatMap(({ file, line, text }) =>
    splitCommands(text).flatMap((command) => {
      const message = rejectionOf(command, known);
      return message ? [{ file, line, message }] : [];
    }),
  );
  return { findings, note: `${shown.length} commands shown` };
}

/** @typedef {{scripts: string[], commands: Map<string, string[]>, server: string}} Known */

/**
 * Why a command cannot run; undefined when it can.
 * @param {string} text
 * @param {Known} known
 */
function rejectionOf(text, known) {
  const [program = '', ...words] = text.replace(/^(npx|bin\/) ?/, '').split(/\s+/);
  if (program === 'npm') {
    const [first = '', second = ''] = words;
    const script = bareScripts.includes(first) ? first : first === 'run' ? second : undefined;
    return script === undefined || known.scripts.includes(script) ? undefined : `there is no npm script ${script}`;
  }
  const options = words.flatMap((word) => /^--[a-z][a-z-]*/.exec(word) ?? []);
  if (program === 'gantry-server')
    return known.server === '' ? undefined : serverRejection(words, options, known.server);
  if (program !== 'gantry') return undefined;
  const path = words.slice(0, words.findIndex((word) => !/^[a-z][a-z-]*$/.test(word)) >>> 0).join(' ');
  const command = [...known.commands.keys()].find((one) => `${path} `.startsWith(`${one} `));
  const isGroup = [...known.commands.keys()].some((one) => one.startsWith(`${path} `));
  if (command === undefined) return path === '' || isGroup ? undefined : `there is no command gantry ${path}`;
  // The rest is another command.
  if (command === 'alias set') return undefined;
  const taken = [...sharedOptions, ...(known.commands.get(command) ?? [])];
  const unknown = options.find((option) => !taken.includes(option));
  return unknown && `gantry ${command} has no option ${unknown}`;
}

/**
 * @param {string[]} words
 * @param {string[]} options
 * @param {string} help
 */
function serverRejection(words, options, help) {
  const line = `${words.join(' ')} `;
  const commands = [...help.matchAll(/^ {2}gantry-server ([a-z]+(?: [a-z]+)?)(?= |$)/gm)].map(([, name = '']) => name);
  // The snapshot commands are for developers and not in the help.
  const exists = /^(-|snapshot |$)/.test(line.trim()) || commands.some((name) => line.startsWith(`${name} `));
  if (!exists) return `there is no command gantry-server ${words[0]}`;
  const unknown = options.find((option) => !new RegExp(`${option}(?![a-z-])`).test(help));
  return unknown && `gantry-server has no option ${unknown}`;
}

/**
 * Reads the snapshot of commands: one per line with its options, "gantry banned-word list [--limit]".
 * @param {string} text
 * @returns {Map<string, string[]>}
 */
function readCommands(text) {
  return new Map(
    [...text.matchAll(/^gantry ([a-z][a-z-]*(?: [a-z][a-z-]*)*)(.*)$/gm)].map(([, command = '', rest = '']) => [
      command,
      [...rest.matchAll(/\[(--[a-z-]+)\]/g)].map(([, option = '']) => option),
    ]),
  );
}

/**
 * Splits a shell line into commands. Quoted text counts as one word, and a command in a quoted substitution as a separate
 * command.
 * @param {string} line
 */
function splitCommands(line) {
  return line
    .replace(/^\$ /, '')
    .replace(/"?\$\(/g, ' | ')
    .replace(/'[^']*'|"[^"]*"/g, 'x')
    .split(/\s*(?:\||&&|;)\s*/);
}

/**
 * The lines of shell code blocks without comments; continued lines are joined.
 * @param {string} markdown
 */
function shellLines(markdown) {
  /** @type {{text: string, line: number}[]} */
  const lines = [];
  let isShell = false;
  const joined = markdown.replace(/\\\n\s*/g, ' ');
  for (const [at, text] of joined.split('\n').entries()) {
    if (text.startsWith('```')) isShell = /^```(sh|bash|shell|console)\b/.test(text);
    else if (isShell && /^(\$ )?[a-z]/.test(text)) lines.push({ text, line: at + 1 });
  }
  return lines;
}

/**
 * gantry commands in the text, in single backquotes.
 * @param {string} markdown
 */
function inlineCommands(markdown) {
  const text = markdown.replace(/^```.*?^```/gms, (block) => block.replace(/[^\n]/g, ''));
  return text.split('\n').flatMap((line, at) =>
    [...line.matchAll(/`((?:bin\/)?gantry(?:-server)? [^`<[]+)`/g)].map(([, command = '']) => ({
      text: command,
      line: at + 1,
    })),
  );
}
