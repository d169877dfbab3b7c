// Prints every route of the product with what is bound to it on each face, or "not built".
import { catalogue, kebab, listTabs, resolveTab, type ScreenDefinition } from '@gantry/core';
import { describeTuiScreens } from '../../packages/cli/src/tui/screens/screen-view.tsx';
import { ownPages } from '../../packages/web/src/app/screens/open-page.ts';

/** Routes that are no screens of the catalogue: the frame of a face gives them. */
const frame = [
  '/ | web: goes to /workplace | tui: goes to /workplace | cli: nothing to open',
  '/login | web: own page | tui: own page | cli: login',
  '/redirect/{path} | web: goes to the path | tui: nothing is reloaded | cli: nothing to open',
  'any other | web: not-found page | tui: says that there is no such page | cli: says that there is no such command',
];

/** The commands for what is written by hand on the other faces. */
const ownCommands: Readonly<Record<string, string>> = {
  '/workplace': 'dashboard, system',
  '/user/info': 'whoami',
  '/user/setting': 'whoami; passwords and second factors are changed where they can be seen',
};

const lines = describeTuiScreens();
const screens = catalogue.screens.map((screen, at) => lineOf(screen, lines[at] ?? ''));
const besides = lines.slice(catalogue.screens.length).map((line) => `tui, ${line}`);
process.stdout.write(`${[...frame, ...screens, ...besides].join('\n')}\n`);

function lineOf({ path, name, flag }: ScreenDefinition, tuiLine: string): string {
  const tabs = listTabs(catalogue, path);
  const named = tabs.map((tab) =>
    tab.kind === 'resource' ? resolveTab(tab).name : `${tab.kind} ${resolveTab(tab).name}`,
  );
  const commands = tabs.flatMap((tab) => {
    if (tab.kind === 'report') return tab.report.call.slice(1).replace('/', ' ');
    return tab.kind === 'resource' ? kebab(tab.resource.name) : `config ${tab.settings.name}`;
  });
  const faces = {
    web: ownPages[name] ? 'own page' : named.join(', '),
    tui: tuiLine
      .slice(path.length + 2)
      .replace(/^absent: .*/, '')
      .replace(/^custom$/, 'own page')
      .replaceAll('resource ', ''),
    cli: ownCommands[path] ?? commands.join(', '),
  };
  const isBuilt = Object.values(faces).some((bound) => bound !== '');
  const bound = Object.entries(faces).map(([face, what]) => `${face}: ${what || 'not built'}`);
  return [path, ...(isBuilt ? bound : ['not built']), ...(flag ? [`only with ${flag}`] : [])].join(' | ');
}
