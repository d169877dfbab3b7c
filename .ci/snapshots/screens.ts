// Prints every route of the product and its implementation in each client, or "not built".
import { catalogue, kebab, listTabs, resolveTab, type ScreenDefinition } from '@gantry/core';
import { describeTuiScreens } from '../../packages/cli/src/tui/screens/screen-view.tsx';
import { ownPages } from '../../packages/web/src/app/screens/open-page.ts';

/** Routes that are not in the catalog, because the app shell of a client provides them. */
const frame = [
  '/ | web: goes to /workplace | tui: goes to /workplace | cli: nothing to open',
  '/login | web: own page | tui: own page | cli: login',
  '/redirect/{path} | web: goes to the path | tui: nothing is reloaded | cli: nothing to open',
  'any other | web: not-found page | tui: says that there is no such page | cli: says that there is no such command',
];

/** The commands for pages that other clients implement by hand. */
const ownCommands: Readonly<Record<string, string>> = {
  '/workplace': 'dashboard, system',
  '/user/info': 'whoami',
  '/user/setting': 'whoami; passwords and second factors are changed where they can be seen',
};

const lines = describeTuiScreens();
const screens = catalogue.screens.map((screen, at) => lineOf(screen, lines[at] ?? ''));
const otherRoutes = lines.slice(catalogue.screens.length).map((line) => `tui, ${line}`);
process.stdout.write(`${[...frame, ...screens, ...otherRoutes].join('\n')}\n`);

function lineOf({ path, name, flag }: ScreenDefinition, tuiLine: string): string {
  const tabs = listTabs(catalogue, path);
  const named = tabs.map((tab) =>
    tab.kind === 'resource' ? resolveTab(tab).name : `${tab.kind} ${resolveTab(tab).name}`,
  );
  const commands = tabs.flatMap((tab) => {
    if (tab.kind === 'report') return tab.report.call.slice(1).replace('/', ' ');
    return tab.kind === 'resource' ? kebab(tab.resource.name) : `config ${tab.settings.name}`;
  });
  const clients = {
    web: ownPages[name] ? 'own page' : named.join(', '),
    tui: tuiLine
      .slice(path.length + 2)
      .replace(/^absent: .*/, '')
      .replace(/^custom$/, 'own page')
      .replaceAll('resource ', ''),
    cli: ownCommands[path] ?? commands.join(', '),
  };
  const isBuilt = Object.values(clients).some((bound) => bound !== '');
  const bound = Object.entries(clients).map(([client, what]) => `${client}: ${what || 'not built'}`);
  return [path, ...(isBuilt ? bound : ['not built']), ...(flag ? [`only with ${flag}`] : [])].join(' | ');
}
