import type { Verb } from '@gantry/core';
import type { TuiKey } from './tui-key.ts';

/** Binds keys to an action. The footer and the help page list these bindings. */
export interface KeyBinding {
  readonly keys: readonly string[];
  readonly action: string;
  readonly label: TuiKey;
  /** Whether the footer shows it; the help page always does. */
  readonly footer?: true;
  /** The verb that the role must permit; otherwise the key shows the reason for the rejection. */
  readonly verb?: Verb;
}

const move = [
  { keys: ['j', 'down'], action: 'down', label: 'tui.key.down' },
  { keys: ['k', 'up'], action: 'up', label: 'tui.key.up' },
  { keys: ['pagedown', 'ctrl-f', 'ctrl-d'], action: 'pageDown', label: 'tui.key.pageDown' },
  { keys: ['pageup', 'ctrl-b', 'ctrl-u'], action: 'pageUp', label: 'tui.key.pageUp' },
  { keys: ['g', 'home'], action: 'top', label: 'tui.key.top' },
  { keys: ['G', 'end'], action: 'bottom', label: 'tui.key.bottom' },
] as const satisfies readonly KeyBinding[];
/** First in the list, so that the footer always has room for it while an action can be undone. */
const undo = { keys: ['z'], action: 'undo', label: 'tui.key.undo', footer: true } as const;
const leave = { keys: ['escape', 'q'], action: 'back', label: 'tui.key.back', footer: true } as const;

const fields = [
  { keys: ['tab', 'down'], action: 'next', label: 'tui.key.nextField', footer: true },
  { keys: ['shift-tab', 'up'], action: 'previous', label: 'tui.key.previousField' },
  { keys: ['escape'], action: 'back', label: 'common.cancel', footer: true },
] as const satisfies readonly KeyBinding[];

export const keymaps = {
  app: [
    { keys: [':'], action: 'command', label: 'tui.key.command', footer: true },
    { keys: ['m'], action: 'menu', label: 'tui.key.menu', footer: true },
    { keys: ['?'], action: 'help', label: 'tui.key.help', footer: true },
    { keys: ['escape', 'q'], action: 'back', label: 'tui.key.back', footer: true },
    { keys: ['q'], action: 'quit', label: 'tui.key.quit', footer: true },
  ],
  tabs: [
    { keys: ['tab'], action: 'nextTab', label: 'tui.key.nextTab', footer: true },
    { keys: ['shift-tab'], action: 'previousTab', label: 'tui.key.previousTab' },
    { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], action: 'tab', label: 'tui.key.tab' },
  ],
  list: [
    undo,
    { keys: ['right', 'l'], action: 'scrollRight', label: 'tui.key.scrollRight', footer: true },
    { keys: ['left', 'h'], action: 'scrollLeft', label: 'tui.key.scrollLeft' },
    { keys: ['enter'], action: 'view', label: 'tui.key.view', footer: true, verb: 'get' },
    { keys: ['n'], action: 'create', label: 'verb.create', footer: true, verb: 'create' },
    { keys: ['e'], action: 'update', label: 'verb.update', footer: true, verb: 'update' },
    { keys: ['d'], action: 'delete', label: 'verb.delete', footer: true, verb: 'delete' },
    { keys: ['x'], action: 'actions', label: 'common.actions', footer: true },
    { keys: ['/'], action: 'keyword', label: 'common.search', footer: true },
    { keys: ['f'], action: 'filter', label: 'tui.key.filter', footer: true },
    { keys: ['s'], action: 'sort', label: 'tui.key.sort', footer: true },
    { keys: ['>'], action: 'sortNext', label: 'tui.key.sortNext' },
    { keys: ['<'], action: 'sortPrevious', label: 'tui.key.sortPrevious' },
    { keys: ['S'], action: 'reverseSort', label: 'tui.key.reverseSort' },
    { keys: ['c'], action: 'columns', label: 'tui.key.columns' },
    { keys: ['W'], action: 'wide', label: 'tui.key.wide' },
    { keys: ['J'], action: 'moveDown', label: 'tui.key.moveDown', footer: true },
    { keys: ['K'], action: 'moveUp', label: 'tui.key.moveUp', footer: true },
    { keys: ['X'], action: 'actionsOnAll', label: 'tui.key.actionsOnAll' },
    { keys: ['t'], action: 'testDraft', label: 'tui.key.testDraft', footer: true },
    { keys: ['space'], action: 'pick', label: 'tui.key.pick' },
    { keys: ['a'], action: 'pickAll', label: 'tui.key.pickAll' },
    { keys: ['u'], action: 'reset', label: 'tui.key.reset' },
    { keys: ['v'], action: 'savedView', label: 'tui.key.savedView' },
    { keys: ['r'], action: 'refresh', label: 'common.refresh' },
    { keys: ['o'], action: 'related', label: 'tui.key.related', footer: true, verb: 'get' },
    { keys: ['w'], action: 'export', label: 'tui.key.export', verb: 'export' },
    { keys: ['y'], action: 'copyId', label: 'tui.key.copyId' },
    { keys: ['Y'], action: 'copyRow', label: 'tui.key.copyRow' },
    ...move,
  ],
  record: [
    undo,
    { keys: ['e'], action: 'update', label: 'verb.update', footer: true, verb: 'update' },
    { keys: ['d'], action: 'delete', label: 'verb.delete', footer: true, verb: 'delete' },
    { keys: ['x'], action: 'actions', label: 'common.actions', footer: true },
    { keys: ['t'], action: 'testDraft', label: 'tui.key.testDraft', footer: true },
    { keys: ['r'], action: 'refresh', label: 'common.refresh' },
    { keys: ['o'], action: 'related', label: 'tui.key.related', footer: true, verb: 'get' },
    { keys: ['y'], action: 'copyId', label: 'tui.key.copyId' },
    { keys: ['Y'], action: 'copyRow', label: 'tui.key.copyRow', footer: true },
    ...move,
    leave,
  ],
  lines: [...move, { keys: ['Y'], action: 'copyRow', label: 'tui.key.copyText', footer: true }, leave],
  form: [{ keys: ['ctrl-s'], action: 'save', label: 'common.save', footer: true }, ...fields],
  actionForm: [{ keys: ['ctrl-s'], action: 'save', label: 'tui.key.run', footer: true }, ...fields],
  conflict: [
    { keys: ['j', 'down'], action: 'down', label: 'tui.key.down' },
    { keys: ['k', 'up'], action: 'up', label: 'tui.key.up' },
    { keys: ['space', 'left', 'right', 'h', 'l'], action: 'swap', label: 'tui.key.swap', footer: true },
    { keys: ['enter'], action: 'accept', label: 'tui.key.accept', footer: true },
    { keys: ['escape', 'q'], action: 'back', label: 'common.cancel', footer: true },
  ],
  workplace: [
    {
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      action: 'notification',
      label: 'tui.key.notification',
      footer: true,
    },
    { keys: ['j', 'down'], action: 'down', label: 'tui.key.down' },
    { keys: ['k', 'up'], action: 'up', label: 'tui.key.up' },
    { keys: ['enter'], action: 'open', label: 'tui.key.open', footer: true },
    { keys: ['u'], action: 'read', label: 'tui.key.read', footer: true },
    { keys: ['x'], action: 'clear', label: 'tui.key.clearKind' },
    { keys: ['c'], action: 'metric', label: 'tui.key.metric', footer: true },
    { keys: ['r'], action: 'refresh', label: 'common.refresh', footer: true },
  ],
  system: [
    { keys: ['enter'], action: 'open', label: 'tui.key.open', footer: true },
    { keys: ['r'], action: 'refresh', label: 'common.refresh', footer: true },
    ...move,
    leave,
  ],
  usage: [
    { keys: ['enter'], action: 'open', label: 'tui.key.open', footer: true },
    { keys: ['b'], action: 'group', label: 'tui.key.group', footer: true },
    { keys: ['t'], action: 'span', label: 'tui.key.span', footer: true },
    { keys: ['c'], action: 'metric', label: 'tui.key.metric', footer: true },
    { keys: ['f'], action: 'filter', label: 'tui.key.filter', footer: true },
    { keys: ['s'], action: 'sort', label: 'tui.key.sort', footer: true },
    { keys: ['u'], action: 'reset', label: 'tui.key.reset' },
    { keys: ['r'], action: 'refresh', label: 'common.refresh', footer: true },
    { keys: ['w'], action: 'export', label: 'verb.export', footer: true },
    ...move,
  ],
  settings: [
    { keys: ['enter', 'e'], action: 'edit', label: 'verb.update', footer: true },
    { keys: ['h'], action: 'history', label: 'tui.key.history', footer: true },
    { keys: ['t'], action: 'testDraft', label: 'tui.key.testDraft', footer: true },
    { keys: ['d'], action: 'toDefaults', label: 'tui.key.toDefaults', footer: true },
    { keys: ['r'], action: 'refresh', label: 'common.refresh', footer: true },
    ...move,
  ],
  account: [
    { keys: ['enter'], action: 'open', label: 'tui.key.open', footer: true },
    { keys: ['r'], action: 'refresh', label: 'common.refresh', footer: true },
    ...move,
  ],
  history: [{ keys: ['enter'], action: 'rollback', label: 'tui.key.rollback', footer: true }, ...move, leave],
  wordTest: [
    { keys: ['a'], action: 'allow', label: 'tui.key.allow', footer: true },
    { keys: ['r'], action: 'again', label: 'tui.key.again', footer: true },
    { keys: ['Y'], action: 'copyRow', label: 'tui.key.copyText', footer: true },
    leave,
  ],
  recall: [
    { keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], action: 'edit', label: 'tui.key.editChunk', footer: true },
    { keys: ['r'], action: 'again', label: 'tui.key.again', footer: true },
    ...move,
    { keys: ['Y'], action: 'copyRow', label: 'tui.key.copyText', footer: true },
    leave,
  ],
  thread: [{ keys: ['n'], action: 'more', label: 'tui.key.moreMessages', footer: true }, ...move, leave],
  menu: [
    { keys: ['enter', '1-z'], action: 'choose', label: 'tui.key.choose', footer: true },
    { keys: ['escape', 'q'], action: 'back', label: 'common.cancel', footer: true },
  ],
  checkList: [
    { keys: ['space'], action: 'toggle', label: 'tui.key.toggle', footer: true },
    { keys: ['enter'], action: 'accept', label: 'tui.key.accept', footer: true },
    { keys: ['escape', 'q'], action: 'back', label: 'common.cancel', footer: true },
    { keys: ['j', 'down'], action: 'down', label: 'tui.key.down' },
    { keys: ['k', 'up'], action: 'up', label: 'tui.key.up' },
  ],
  prompt: [
    { keys: ['enter'], action: 'accept', label: 'common.confirm', footer: true },
    { keys: ['escape'], action: 'back', label: 'common.cancel', footer: true },
  ],
  signIn: [
    { keys: ['enter'], action: 'accept', label: 'session.signIn', footer: true },
    { keys: ['tab', 'down'], action: 'next', label: 'tui.key.nextField', footer: true },
    { keys: ['shift-tab', 'up'], action: 'previous', label: 'tui.key.previousField' },
    { keys: ['ctrl-o'], action: 'profile', label: 'tui.key.profile', footer: true },
    { keys: ['escape'], action: 'quit', label: 'tui.key.quit', footer: true },
  ],
  palette: [
    { keys: ['enter'], action: 'accept', label: 'tui.key.open', footer: true },
    { keys: ['tab'], action: 'complete', label: 'tui.key.complete', footer: true },
    { keys: ['down', 'ctrl-n'], action: 'down', label: 'tui.key.down', footer: true },
    { keys: ['up', 'ctrl-p', 'shift-tab'], action: 'up', label: 'tui.key.up' },
    { keys: ['escape'], action: 'back', label: 'common.cancel', footer: true },
  ],
  nav: [
    { keys: ['enter', 'right', 'l'], action: 'open', label: 'tui.key.open', footer: true },
    ...move,
    { keys: ['escape', 'q', 'm', 'left', 'h'], action: 'back', label: 'tui.key.back', footer: true },
  ],
} as const satisfies Record<string, readonly KeyBinding[]>;

export type ActionOf<M extends readonly KeyBinding[]> = M[number]['action'];

const displayNames: Readonly<Record<string, string>> = {
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
const asciiNames: Readonly<Record<string, string>> = { up: 'Up', down: 'Down', left: 'Left', right: 'Right' };

/** The display name of a key: `^S`, `Enter`, `j`. */
export function formatKey(key: string, plain: boolean): string {
  if (key.startsWith('ctrl-')) return `^${key.slice(5).toUpperCase()}`;
  return (plain ? asciiNames[key] : undefined) ?? displayNames[key] ?? key;
}
