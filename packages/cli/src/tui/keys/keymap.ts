import type { Verb } from '@gantry/core';
import type { TuiKey } from './tui-key.ts';

/** One thing that can be done, by which keys, in which words. Footer and help are made of these. */
export interface KeyRecord {
  readonly keys: readonly string[];
  readonly action: string;
  readonly words: TuiKey;
  /** Stands in the footer too, not in help alone. */
  readonly footer?: true;
  /** The verb that the role needs; without it the key says why not. */
  readonly deps?: Verb;
}

const move = [
  { keys: ['j', 'down'], action: 'down', words: 'tui.key.down' },
  { keys: ['k', 'up'], action: 'up', words: 'tui.key.up' },
  { keys: ['pagedown', 'ctrl-f', 'ctrl-d'], action: 'pageDown', words: 'tui.key.pageDown' },
  { keys: ['pageup', 'ctrl-b', 'ctrl-u'], action: 'pageUp', words: 'tui.key.pageUp' },
  { keys: ['g', 'home'], action: 'top', words: 'tui.key.top' },
  { keys: ['G', 'end'], action: 'bottom', words: 'tui.key.bottom' },
] as const satisfies readonly KeyRecord[];
/** Stands first, so that it is in sight as long as there is something to take back. */
const undo = { keys: ['z'], action: 'undo', words: 'tui.key.undo', footer: true } as const;
const leave = { keys: ['escape', 'q'], action: 'back', words: 'tui.key.back', footer: true } as const;

const fields = [
  { keys: ['tab', 'down'], action: 'next', words: 'tui.key.nextField', footer: true },
  { keys: ['shift-tab', 'up'], action: 'previous', words: 'tui.key.previousField' },
  { keys: ['escape'], action: 'back', words: 'common.cancel', footer: true },
] as const satisfies readonly KeyRecord[];

export const keymaps = {
  app: [
    { keys: [':'], action: 'command', words: 'tui.key.command', footer: true },
    { keys: ['m'], action: 'menu', words: 'tui.key.menu', footer: true },
    { keys: ['?'], action: 'help', words: 'tui.key.help', footer: true },
    { keys: ['escape', 'q'], action: 'back', words: 'tui.key.back', footer: true },
    { keys: ['q'], action: 'quit', words: 'tui.key.quit', footer: true },
  ],
  tabs: [
    { keys: ['tab'], action: 'nextTab', words: 'tui.key.nextTab', footer: true },
    { keys: ['shift-tab'], action: 'previousTab', words: 'tui.key.previousTab' },
    { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], action: 'tab', words: 'tui.key.tab' },
  ],
  list: [
    undo,
    { keys: ['right', 'l'], action: 'scrollRight', words: 'tui.key.scrollRight', footer: true },
    { keys: ['left', 'h'], action: 'scrollLeft', words: 'tui.key.scrollLeft' },
    { keys: ['enter'], action: 'view', words: 'tui.key.view', footer: true, deps: 'get' },
    { keys: ['n'], action: 'create', words: 'verb.create', footer: true, deps: 'create' },
    { keys: ['e'], action: 'update', words: 'verb.update', footer: true, deps: 'update' },
    { keys: ['d'], action: 'delete', words: 'verb.delete', footer: true, deps: 'delete' },
    { keys: ['x'], action: 'actions', words: 'common.actions', footer: true },
    { keys: ['/'], action: 'keyword', words: 'common.search', footer: true },
    { keys: ['f'], action: 'filter', words: 'tui.key.filter', footer: true },
    { keys: ['s'], action: 'sort', words: 'tui.key.sort', footer: true },
    { keys: ['>'], action: 'sortNext', words: 'tui.key.sortNext' },
    { keys: ['<'], action: 'sortPrevious', words: 'tui.key.sortPrevious' },
    { keys: ['S'], action: 'reverseSort', words: 'tui.key.reverseSort' },
    { keys: ['c'], action: 'columns', words: 'tui.key.columns' },
    { keys: ['W'], action: 'wide', words: 'tui.key.wide' },
    { keys: ['J'], action: 'moveDown', words: 'tui.key.moveDown', footer: true },
    { keys: ['K'], action: 'moveUp', words: 'tui.key.moveUp', footer: true },
    { keys: ['X'], action: 'actionsOnAll', words: 'tui.key.actionsOnAll' },
    { keys: ['t'], action: 'testDraft', words: 'tui.key.testDraft', footer: true },
    { keys: ['space'], action: 'pick', words: 'tui.key.pick' },
    { keys: ['a'], action: 'pickAll', words: 'tui.key.pickAll' },
    { keys: ['u'], action: 'reset', words: 'tui.key.reset' },
    { keys: ['v'], action: 'savedView', words: 'tui.key.savedView' },
    { keys: ['r'], action: 'refresh', words: 'common.refresh' },
    { keys: ['o'], action: 'related', words: 'tui.key.related', footer: true, deps: 'get' },
    { keys: ['w'], action: 'export', words: 'tui.key.export', deps: 'export' },
    { keys: ['y'], action: 'copyId', words: 'tui.key.copyId' },
    { keys: ['Y'], action: 'copyRow', words: 'tui.key.copyRow' },
    ...move,
  ],
  record: [
    undo,
    { keys: ['e'], action: 'update', words: 'verb.update', footer: true, deps: 'update' },
    { keys: ['d'], action: 'delete', words: 'verb.delete', footer: true, deps: 'delete' },
    { keys: ['x'], action: 'actions', words: 'common.actions', footer: true },
    { keys: ['t'], action: 'testDraft', words: 'tui.key.testDraft', footer: true },
    { keys: ['r'], action: 'refresh', words: 'common.refresh' },
    { keys: ['o'], action: 'related', words: 'tui.key.related', footer: true, deps: 'get' },
    { keys: ['y'], action: 'copyId', words: 'tui.key.copyId' },
    { keys: ['Y'], action: 'copyRow', words: 'tui.key.copyRow', footer: true },
    ...move,
    leave,
  ],
  lines: [...move, { keys: ['Y'], action: 'copyRow', words: 'tui.key.copyText', footer: true }, leave],
  form: [{ keys: ['ctrl-s'], action: 'save', words: 'common.save', footer: true }, ...fields],
  actionForm: [{ keys: ['ctrl-s'], action: 'save', words: 'tui.key.run', footer: true }, ...fields],
  conflict: [
    { keys: ['j', 'down'], action: 'down', words: 'tui.key.down' },
    { keys: ['k', 'up'], action: 'up', words: 'tui.key.up' },
    { keys: ['space', 'left', 'right', 'h', 'l'], action: 'swap', words: 'tui.key.swap', footer: true },
    { keys: ['enter'], action: 'accept', words: 'tui.key.accept', footer: true },
    { keys: ['escape', 'q'], action: 'back', words: 'common.cancel', footer: true },
  ],
  workplace: [
    {
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      action: 'notification',
      words: 'tui.key.notification',
      footer: true,
    },
    { keys: ['j', 'down'], action: 'down', words: 'tui.key.down' },
    { keys: ['k', 'up'], action: 'up', words: 'tui.key.up' },
    { keys: ['enter'], action: 'open', words: 'tui.key.open', footer: true },
    { keys: ['u'], action: 'read', words: 'tui.key.read', footer: true },
    { keys: ['x'], action: 'clear', words: 'tui.key.clearKind' },
    { keys: ['c'], action: 'metric', words: 'tui.key.metric', footer: true },
    { keys: ['r'], action: 'refresh', words: 'common.refresh', footer: true },
  ],
  system: [
    { keys: ['enter'], action: 'open', words: 'tui.key.open', footer: true },
    { keys: ['r'], action: 'refresh', words: 'common.refresh', footer: true },
    ...move,
    leave,
  ],
  usage: [
    { keys: ['enter'], action: 'open', words: 'tui.key.open', footer: true },
    { keys: ['b'], action: 'group', words: 'tui.key.group', footer: true },
    { keys: ['t'], action: 'span', words: 'tui.key.span', footer: true },
    { keys: ['c'], action: 'metric', words: 'tui.key.metric', footer: true },
    { keys: ['f'], action: 'filter', words: 'tui.key.filter', footer: true },
    { keys: ['s'], action: 'sort', words: 'tui.key.sort', footer: true },
    { keys: ['u'], action: 'reset', words: 'tui.key.reset' },
    { keys: ['r'], action: 'refresh', words: 'common.refresh', footer: true },
    { keys: ['w'], action: 'export', words: 'verb.export', footer: true },
    ...move,
  ],
  settings: [
    { keys: ['enter', 'e'], action: 'edit', words: 'verb.update', footer: true },
    { keys: ['h'], action: 'history', words: 'tui.key.history', footer: true },
    { keys: ['t'], action: 'testDraft', words: 'tui.key.testDraft', footer: true },
    { keys: ['d'], action: 'toDefaults', words: 'tui.key.toDefaults', footer: true },
    { keys: ['r'], action: 'refresh', words: 'common.refresh', footer: true },
    ...move,
  ],
  account: [
    { keys: ['enter'], action: 'open', words: 'tui.key.open', footer: true },
    { keys: ['r'], action: 'refresh', words: 'common.refresh', footer: true },
    ...move,
  ],
  history: [{ keys: ['enter'], action: 'rollback', words: 'tui.key.rollback', footer: true }, ...move, leave],
  wordTest: [
    { keys: ['a'], action: 'allow', words: 'tui.key.allow', footer: true },
    { keys: ['r'], action: 'again', words: 'tui.key.again', footer: true },
    { keys: ['Y'], action: 'copyRow', words: 'tui.key.copyText', footer: true },
    leave,
  ],
  recall: [
    { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], action: 'edit', words: 'tui.key.editChunk', footer: true },
    { keys: ['r'], action: 'again', words: 'tui.key.again', footer: true },
    ...move,
    { keys: ['Y'], action: 'copyRow', words: 'tui.key.copyText', footer: true },
    leave,
  ],
  thread: [{ keys: ['n'], action: 'more', words: 'tui.key.moreMessages', footer: true }, ...move, leave],
  menu: [
    { keys: ['enter', '1-z'], action: 'choose', words: 'tui.key.choose', footer: true },
    { keys: ['escape', 'q'], action: 'back', words: 'common.cancel', footer: true },
  ],
  picks: [
    { keys: ['space'], action: 'toggle', words: 'tui.key.toggle', footer: true },
    { keys: ['enter'], action: 'accept', words: 'tui.key.accept', footer: true },
    { keys: ['escape', 'q'], action: 'back', words: 'common.cancel', footer: true },
    { keys: ['j', 'down'], action: 'down', words: 'tui.key.down' },
    { keys: ['k', 'up'], action: 'up', words: 'tui.key.up' },
  ],
  prompt: [
    { keys: ['enter'], action: 'accept', words: 'common.confirm', footer: true },
    { keys: ['escape'], action: 'back', words: 'common.cancel', footer: true },
  ],
  signIn: [
    { keys: ['enter'], action: 'accept', words: 'session.signIn', footer: true },
    { keys: ['tab', 'down'], action: 'next', words: 'tui.key.nextField', footer: true },
    { keys: ['shift-tab', 'up'], action: 'previous', words: 'tui.key.previousField' },
    { keys: ['ctrl-o'], action: 'profile', words: 'tui.key.profile', footer: true },
    { keys: ['escape'], action: 'quit', words: 'tui.key.quit', footer: true },
  ],
  palette: [
    { keys: ['enter'], action: 'accept', words: 'tui.key.open', footer: true },
    { keys: ['tab'], action: 'complete', words: 'tui.key.complete', footer: true },
    { keys: ['down', 'ctrl-n'], action: 'down', words: 'tui.key.down', footer: true },
    { keys: ['up', 'ctrl-p', 'shift-tab'], action: 'up', words: 'tui.key.up' },
    { keys: ['escape'], action: 'back', words: 'common.cancel', footer: true },
  ],
  nav: [
    { keys: ['enter', 'right', 'l'], action: 'open', words: 'tui.key.open', footer: true },
    ...move,
    { keys: ['escape', 'q', 'm', 'left', 'h'], action: 'back', words: 'tui.key.back', footer: true },
  ],
} as const satisfies Record<string, readonly KeyRecord[]>;

export type ActionOf<M extends readonly KeyRecord[]> = M[number]['action'];

const drawnNames: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  'shift-tab': 'S-Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  space: 'Space',
};
const plainNames: Readonly<Record<string, string>> = { up: 'Up', down: 'Down', left: 'Left', right: 'Right' };

/** A key as people call it: `^S`, `Enter`, `j`. */
export function formatKey(key: string, plain: boolean): string {
  if (key.startsWith('ctrl-')) return `^${key.slice(5).toUpperCase()}`;
  return (plain ? plainNames[key] : undefined) ?? drawnNames[key] ?? key;
}
