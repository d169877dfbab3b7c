import type { Command } from 'commander';
import { Argument } from 'commander';
import type { Context } from '../../context/context.ts';
import { expandVerb, follow, isWord, parseArgv } from '../../context/parse-argv.ts';
import { readAliases } from '../../profile/aliases.ts';
import type { BuildProgram } from '../build-program.ts';
import { hasVerb, isCommand } from '../entries.ts';
import { expandAlias } from './expand-alias.ts';
import { listPlugins } from './plugins.ts';

/** The scripts pass the words as an array and split the output by line: no input is ever evaluated. */
const scripts: Readonly<Record<string, string>> = {
  bash: `_gantry() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}") line
  COMPREPLY=()
  while read -r line; do
    [[ \${line%%$'\\t'*} == "\${COMP_WORDS[COMP_CWORD]#=}"* ]] && COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(gantry __complete -- "\${words[@]}" 2>/dev/null)
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]] && compopt -o nospace
  return 0
}
complete -o default -F _gantry gantry`,
  zsh: `#compdef gantry
_gantry() {
  local -a found begun
  local line value
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    line=\${value//:/\\\\:}\${line#"$value"}
    if [[ $value == *= ]]; then begun+=("\${line/$'\\t'/:}"); else found+=("\${line/$'\\t'/:}"); fi
  done < <(gantry __complete -- "\${words[@]:1:$((CURRENT-1))}" 2>/dev/null)
  (( \${#found} + \${#begun} )) || { _files; return }
  (( \${#begun} )) && _describe 'gantry' begun -S ''
  (( \${#found} )) && _describe 'gantry' found
}
if [[ $funcstack[1] == _gantry ]]; then _gantry "$@"; else compdef _gantry gantry; fi`,
  fish: `function __gantry_complete
  set -l before (commandline -opc)
  set -l typed (commandline -ct)
  set -l found (gantry __complete -- $before[2..-1] "$typed" 2>/dev/null)
  if test (count $found) -gt 0
    string join \\n -- $found
  else
    __fish_complete_path "$typed"
  end
end
complete -c gantry -f -a '(__gantry_complete)'`,
};

export function fillCompletion(command: Command, context: Context): void {
  command
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `\n${context.t('cli.examples')}\n  gantry completion bash > ~/.local/share/bash-completion/completions/gantry\n  gantry completion zsh > "\${fpath[1]}/_gantry"\n  gantry completion fish > ~/.config/fish/completions/gantry.fish`,
    )
    .action(async (shell: string) => {
      await context.write(`${scripts[shell] ?? ''}\n`);
    });
}

/** Restores a filter that bash has split: it passes `status=enabled` as three words. */
function rejoinFilter(words: readonly string[]): { readonly words: readonly string[]; readonly typed: string } {
  const at = words.at(-1) === '=' ? words.length - 1 : words.at(-2) === '=' ? words.length - 2 : -1;
  if (at < 1) return { words, typed: '' };
  const typed = `${words[at - 1]}=`;
  return { words: [...words.slice(0, at - 1), typed + (words[at + 1] ?? '')], typed };
}

/** Completes the value of a flag, one candidate per line. */
async function completeFlag(
  command: Command,
  flag: string,
  current: string,
  words: readonly string[],
  context: Context,
): Promise<string[]> {
  const option = command.options.find((entry) => [entry.long, entry.short].includes(flag));
  if (option?.argChoices) return [...option.argChoices];
  const { completeValues } = await import('./complete-values.ts');
  return option ? completeValues(flag, current, Object.values(parseArgv(words)), context) : [];
}

/** A candidate with the first line of its description. */
const toCandidate = (name: string, description: string) => `${name}\t${description.split('\n')[0]}`;

/** Completes the next word, one candidate per line: `value<TAB>description`. */
async function complete(command: Command, words: readonly string[], context: Context): Promise<string[]> {
  const current = words.at(-1) ?? '';
  const [, long, value = ''] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  if (long !== undefined) {
    const values = await completeFlag(command, long, value, words, context);
    return values.map((line) => `${long}=${line}`);
  }
  const flag = words.at(-2) ?? '';
  const takesWord = command.options.some(({ long, short, required }) => required && [long, short].includes(flag));
  if (takesWord) return completeFlag(command, flag, current, words, context);
  if (current.startsWith('-'))
    return command.options.map((entry) => toCandidate(entry.long ?? entry.short ?? '', entry.description));
  const children = command.commands.map((child) => toCandidate(child.name(), child.description()));
  const choices = command.registeredArguments.flatMap((arg) => arg.argChoices ?? []);
  if (children.length > 0 || choices.length > 0) return [...children, ...choices];
  const { completeArguments } = await import('./complete-values.ts');
  return completeArguments(Object.values(parseArgv(words)), words.filter(isWord).slice(2), context);
}

/** The hidden command behind the completion scripts. */
export function fillComplete(command: Command, context: Context, buildProgram: BuildProgram): void {
  command
    .argument('[words...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (given: string[]) => {
      const { words, typed } = rejoinFilter(given);
      const before = expandVerb(expandAlias(words.slice(0, -1)), hasVerb);
      const found = follow(await buildProgram(context, before), before.filter(isWord));
      const current = words.at(-1) ?? '';
      const listOtherCommands = () => [
        ...Object.keys(readAliases()),
        ...listPlugins().filter((name) => !isCommand(name)),
      ];
      const own = before.length === 0 ? new Set(listOtherCommands()) : [];
      const all = [...(await complete(found, [...before, current], context)), ...own];
      const lines = all.filter((line) => line.startsWith(current) && !line.startsWith('__'));
      await context.write(lines.map((line) => `${line.slice(typed.length)}\n`).join(''));
    });
}
